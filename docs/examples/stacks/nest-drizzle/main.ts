/**
 * A shop on NestJS and Drizzle that issues the invoice of an order in the order's own transaction.
 *
 * - `accounting.module.ts`: faktura and Drizzle as providers on one pool, and how they are closed.
 * - `orders.controller.ts`: `PUT /orders/{reference}`, which writes an order and its invoice, or neither.
 * - `tables.ts`: the shop's table. Beside the folder, `../accounting.ts` opens faktura.
 *
 * Run it in a clone, with the compiler settings of this folder, which allow decorators:
 *
 *     npm ci && npm ci --prefix docs/examples
 *     export DATABASE_URL=postgres://localhost/shop TSX_TSCONFIG_PATH=docs/examples/stacks/nest-drizzle/tsconfig.json
 *     node --import tsx docs/examples/stacks/nest-drizzle/main.ts
 *     curl -X PUT http://127.0.0.1:3000/orders/4711 -H "Content-Type: application/json" \
 *       -d '{"clientName":"Kundin","clientCountry":"DE","items":[{"description":"Lamp","quantity":1,"unitPrice":100}]}'
 *     curl -H "Authorization: Bearer secret" http://127.0.0.1:3000/accounting/invoices
 */
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toNodeHandler } from "faktura/node";
import type { Accounting } from "../accounting.ts";
import { ACCOUNTING, AccountingModule } from "./accounting.module.ts";
import { OrdersController } from "./orders.controller.ts";

@Module({ imports: [AccountingModule], controllers: [OrdersController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] });
const { endpoints, panel } = app.get<Accounting>(ACCOUNTING, { strict: false });
app.use("/accounting", toNodeHandler(endpoints)); // before listen, so that Nest's body parser comes after it
app.use("/panel", toNodeHandler(panel));
app.enableShutdownHooks([], { useProcessExit: true });
await app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1");

console.log(`Listening on ${await app.getUrl()}`);
