/** The endpoints in NestJS on Express: `node --import tsx docs/examples/hosts/nest-express.ts --port 3000 --file invoices.db` */
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toNodeHandler } from "faktura/node";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

@Module({})
class AppModule {
  async onApplicationShutdown(): Promise<void> {
    await invoicing.close();
    console.log("Closed.");
  }
}

const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] });
app.use("/accounting", toNodeHandler(handle));
app.use("/panel", toNodeHandler(panel));
app.enableShutdownHooks([], { useProcessExit: true });
await app.listen(port, "127.0.0.1");

console.log(`Listening on ${await app.getUrl()}/accounting`);
