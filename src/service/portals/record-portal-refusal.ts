import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import type { SpanishRecord } from "../../domain/generated/national.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { requireRecordedDay } from "../../domain/invoice/order/order-dates.ts";
import { isNewPortalRefusal, portalRefusalsOf } from "../../domain/invoice/portal-entries.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import type { CompanyContext } from "../context.ts";
import { parseRequest, requestInvalid } from "../schemas/parse.ts";
import { portalRefusalRequestSchema } from "../schemas/requests.ts";
import { type AddEntry, recordOfCreditNote, recordOfInvoice } from "./record-entry.ts";

/** What a state's portal objected to a document, or to its cancellation: it refused it, or accepted it with errors. */
export interface PortalRefusalRequest {
  /**
   * The portal, a name of your choice: 1 to 40 lower-case letters, digits and hyphens. The corrections of a format are
   * derived from those of its own portal, such as `verifactu`.
   */
  readonly portal: string;
  /** The portal's code of the error, such as `1109`; 1 to 100 characters. */
  readonly code: string;
  /** The day of the portal's answer, `YYYY-MM-DD`: from the issue date of the document to tomorrow. */
  readonly on: CalendarDay;
  /**
   * What the record that corrects it says otherwise than the document. Only for the portal of a format that was passed.
   * Absent: the record says what the document says.
   */
  readonly record?: SpanishRecord | undefined;
}

/**
 * Records what a portal objected to an invoice, or to its cancellation if it is cancelled, in the journal. The document does
 * not change. Recording the last one again changes nothing.
 *
 * @throws Refusal `request_invalid`, also if no record can correct it; `invoice_not_found`
 */
export async function recordPortalRefusal(
  context: CompanyContext,
  invoiceId: string,
  request: PortalRefusalRequest,
): Promise<InvoiceWithPayments> {
  return recordOfInvoice(context, invoiceId, addRefusal(context, request));
}

/**
 * Records what a portal objected to a credit note, like {@link recordPortalRefusal}.
 *
 * @throws Refusal `request_invalid`, `credit_note_not_found`
 */
export async function recordCreditNotePortalRefusal(
  context: CompanyContext,
  creditNoteId: string,
  request: PortalRefusalRequest,
): Promise<CreditNote> {
  return recordOfCreditNote(context, creditNoteId, addRefusal(context, request));
}

/** The format of the portal decides what can be corrected. Other portals' refusals are kept as they are. */
function addRefusal({ formats, clock }: CompanyContext, request: PortalRefusalRequest): AddEntry {
  const { portal, code, on, record } = parseRequest(portalRefusalRequestSchema, request, "pointer");
  const format = formats.find(({ refusals }) => refusals?.portal === portal)?.refusals;
  if (format === undefined && record !== undefined) {
    const detail = "must be left out, because no format of this portal was passed in formats";
    throw requestInvalid([{ pointer: "/record", detail }]);
  }
  return {
    event: "portal_refusal.recorded",
    entryOf: ({ id, invoiceId, creditNoteId, document }, entries) => {
      const ofCancellation = "status" in document && document.status === "CANCELLED";
      const refusal = { id, portal, code, on, ofCancellation, ...(record && { record }) };
      if (!isNewPortalRefusal(portalRefusalsOf(entries, creditNoteId), refusal)) return undefined;
      requireAnswerDay(document, on, calendarDayIn(timeZoneOf(document.seller), clock.now()));
      const faults: readonly FieldError[] = format?.faults(document, refusal) ?? [];
      if (faults.length > 0) throw requestInvalid(faults);
      return { ...refusal, invoiceId, creditNoteId };
    },
  };
}

/** An issue date of a clock that was ahead is no limit. */
function requireAnswerDay({ issueDate }: InvoiceWithPayments | CreditNote, on: CalendarDay, today: CalendarDay): void {
  const earliest = issueDate < today ? issueDate : today;
  const tooEarly = `is before the issue date of the document, ${issueDate}; check it`;
  requireRecordedDay("on", on, { earliest, tooEarly, today });
}
