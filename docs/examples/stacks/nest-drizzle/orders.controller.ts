import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Inject,
  Param,
  Put,
  UnprocessableEntityException,
  UseFilters,
} from "@nestjs/common";
import { eq } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Response } from "express";
import { type InvoiceOrder, Refusal } from "faktura";
import { fromDrizzle } from "faktura/postgres";
import type { Accounting } from "../accounting.ts";
import { ACCOUNTING, DATABASE } from "./accounting.module.ts";
import { orders } from "./tables.ts";

/** What a client may owe for one order, VAT included. */
const LIMIT = 10_000;

/** A refusal is an answer to the client, and no fault of the server. */
@Catch(Refusal)
class RefusalFilter implements ExceptionFilter<Refusal> {
  catch({ code, message, errors }: Refusal, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(422).json({ code, message, errors });
  }
}

/** The application's own route. In yours, a guard says whose order it is. */
@Controller("orders")
@UseFilters(RefusalFilter)
export class OrdersController {
  constructor(
    @Inject(DATABASE) private readonly db: NodePgDatabase,
    @Inject(ACCOUNTING) private readonly accounting: Accounting,
  ) {}

  /** Writes the order and its invoice in one transaction: both are committed, or neither. A repeat answers the same. */
  @Put(":reference")
  place(@Param("reference") reference: string, @Body() order: InvoiceOrder): Promise<{ invoiceNumber: string }> {
    return this.db.transaction(async (tx) => {
      await tx.insert(orders).values({ reference }).onConflictDoNothing();
      const company = this.accounting.invoicing.joining(fromDrizzle(tx)).company("firma");
      // Clients of the endpoints choose keys for the same company. The prefix keeps ours apart.
      const { invoiceNumber, total } = await company.issue(order, { idempotencyKey: `order:${reference}` });
      if (total > LIMIT) throw new UnprocessableEntityException(`one order may cost at most ${LIMIT}`);
      await tx.update(orders).set({ invoice: invoiceNumber, total }).where(eq(orders.reference, reference));
      return { invoiceNumber };
    });
  }
}
