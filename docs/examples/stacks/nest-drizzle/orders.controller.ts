import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  Inject,
  Param,
  Put,
  UnprocessableEntityException,
  UseFilters,
} from "@nestjs/common";
import { BaseExceptionFilter } from "@nestjs/core";
import { eq } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Response } from "express";
import type { InvoiceOrder } from "faktura";
import { problemOf } from "faktura/http";
import { fromDrizzle } from "faktura/postgres";
import type { Accounting } from "../accounting.ts";
import { ACCOUNTING, DATABASE } from "./accounting.module.ts";
import { orders } from "./tables.ts";

/** What a client may owe for one order, VAT included. */
const LIMIT = 10_000;

/** Answers errors of faktura as its endpoints do, and all others as Nest does. */
@Catch()
class ProblemFilter extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    const known = problemOf(error);
    if (known === undefined) super.catch(error, host);
    else host.switchToHttp().getResponse<Response>().status(known.status).set(known.headers).json(known.problem);
  }
}

/** The application's own route. In yours, a guard says whose order it is. */
@Controller("orders")
@UseFilters(ProblemFilter)
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
