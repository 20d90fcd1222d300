import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import { settlementWords } from "../../domain/invoice/document-types.ts";
import type { Invoice, InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { requireRecordedDay } from "../../domain/invoice/order/order-dates.ts";
import { faultsOf } from "../../domain/invoice/stored-document.ts";
import { Refusal } from "../../domain/refusal.ts";
import { requireBadDebtRelief } from "../../domain/returns/bad-debts.ts";
import { declaredParts } from "../../domain/returns/booking.ts";
import { reportedDocument } from "../../domain/returns/reported-document.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { StoredInvoice } from "../../ports/invoice-repository.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest } from "../schemas/parse.ts";
import { writeOffSchema } from "../schemas/requests.ts";
import { present, requireInvoice, requireInvoiceId } from "./read.ts";

/** Why and when an invoice is lost as a bad debt. */
export interface WriteOff {
  /** Such as that insolvency proceedings were opened; stored with the invoice, 1 to 1,000 characters. */
  readonly reason: string;
  /** The day on which it was lost, `YYYY-MM-DD`: from the issue date to tomorrow. The return of its period has the VAT. */
  readonly on: CalendarDay;
}

/**
 * Writes off what is due on an invoice. Its status and its amounts stay. The same write-off again changes nothing.
 *
 * @throws Refusal `request_invalid`; `invoice_not_found`; `document_unreadable`; `invoice_cancelled`; `write_off_refused` if
 *   nothing is due, if it was written off otherwise, or if the law does not give its VAT back this way
 */
export async function writeOffInvoice(context: CompanyContext, id: string, writeOff: WriteOff): Promise<Invoice> {
  requireInvoiceId(id);
  const { reason, on } = parseRequest(writeOffSchema, writeOff, "pointer");
  const { invoice } = await context.write<{ invoice: Invoice; changed: boolean }>({
    needs: { keys: [], invoiceIds: [id] },
    decide: (books) => {
      const found = requireInvoice(books.invoice(id));
      const { writtenOffOn, writeOffReason } = found.state;
      if (writtenOffOn === on && writeOffReason === reason) return { invoice: present(found), changed: false };
      requireLost(context, found, on);
      const state = { ...found.state, writtenOffOn: on, writeOffReason: reason };
      books.changeState(id, state, context.author);
      return { invoice: present({ ...found, state }), changed: true };
    },
    committed({ invoice, changed }) {
      if (changed) context.emit("invoice.written_off", invoice);
    },
  });
  return invoice;
}

function requireLost({ clock, vatOptions }: CompanyContext, { document, state }: StoredInvoice, on: CalendarDay): void {
  const { issueDate } = document;
  const today = calendarDayIn(timeZoneOf(document.seller), clock.now());
  const tooEarly = `is before the issue date of the invoice, ${issueDate}; check it`;
  requireRecordedDay("on", on, { earliest: issueDate < today ? issueDate : today, tooEarly, today });
  const readable = requireReadable(document);
  if (state.status === "CANCELLED") {
    throw new Refusal("invoice_cancelled", "Nothing is due on a cancelled invoice, so it cannot be written off.");
  }
  if (state.writtenOffOn !== null) {
    const message = `The invoice was written off on ${state.writtenOffOn}, which is final; record what the client still pays.`;
    throw refused(message);
  }
  if (state.amountDue <= 0) {
    const why = state.settledBy === null ? "" : ` ${settlementWords(document, state.settledBy)}.`;
    throw refused(`Nothing is due on the invoice, so there is nothing to write off.${why}`);
  }
  requireBadDebtRelief(readable, declaredParts(readable, vatOptions.rates), on);
}

function requireReadable(document: InvoiceDocument): InvoiceDocument {
  const readable = reportedDocument({ content: document, faults: faultsOf(document), json: document });
  if (readable !== undefined) return readable;
  const message =
    "The stored document lacks fields that VAT returns need, so its VAT cannot come back. An audit names them.";
  throw new Refusal("document_unreadable", message);
}

function refused(message: string): Refusal {
  return new Refusal("write_off_refused", message);
}
