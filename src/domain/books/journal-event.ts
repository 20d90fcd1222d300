import type { CalendarDay } from "../calendar.ts";
import type { PortalRefusal } from "../invoice/generated/invoice.ts";
import type { ExchangeRate } from "../invoice/generated/order.ts";
import { parseStored } from "../invoice/stored-document.ts";
import { type CloudEvent, companySource } from "./cloud-event.ts";
import type { JournalKind } from "./journal.ts";

/** An entry of a company's journal, with what its event also says about the invoice. */
export interface EventEntry {
  /** Its position in the company's journal. */
  readonly position: number;
  /** What changed. Not every kind is an event. */
  readonly kind: JournalKind;
  /** When it changed, ISO 8601 in UTC. */
  readonly at: string;
  /** The text of the entry: the stored document of an invoice or a credit note, or otherwise the change. */
  readonly document: string;
  /** The invoice that it is about; `null` if there is none. */
  readonly invoice: InvoiceOfEntry | null;
  /** The position of the payment among those of its invoice, from 1; `null` for other kinds. */
  readonly paymentPosition: number | null;
}

/** What an event says about its invoice. */
export interface InvoiceOfEntry {
  /** UUIDv7. */
  readonly id: string;
  /** Position in the company's sequence. */
  readonly counter: number;
  /** Its number. */
  readonly invoiceNumber: string;
  /** ISO 4217, from its document; empty if the document of another writer has none. */
  readonly currency: string;
}

/** What every event of the journal says. */
export interface JournalEventBase {
  /** The company whose books changed. */
  readonly companyId: string;
  /** Position in the company's journal, from 1. Later events have higher positions; positions may be missing. */
  readonly position: number;
  /** The invoice that the event is about. */
  readonly invoiceId: string;
  /** Its number. */
  readonly invoiceNumber: string;
  /** ISO 4217, the currency of all amounts. Empty if there are none and the event is not about an invoice. */
  readonly currency: string;
}

/** An invoice was issued, by the library or by the company's panel. */
export interface InvoiceIssuedData extends JournalEventBase {
  /** The kind of journal entry. */
  readonly kind: "invoice.issued";
  /** Position in the company's sequence of invoices. */
  readonly counter: number;
  /** `YYYY-MM-DD`. */
  readonly issueDate: CalendarDay;
  /** `YYYY-MM-DD`; `null` if the invoice has none. */
  readonly dueDate: CalendarDay | null;
  /** With VAT, in units of the currency. */
  readonly total: number;
}

/** A payment or a refund was recorded. */
export interface PaymentRecordedData extends JournalEventBase {
  /** The kind of journal entry. */
  readonly kind: "payment.recorded";
  /** UUIDv7. */
  readonly paymentId: string;
  /** Position among the invoice's payments, from 1. */
  readonly paymentPosition: number;
  /** In units of the currency; negative for a refund. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly paidOn: CalendarDay;
  /** As given; `null` if none was. */
  readonly method: string | null;
  /** As given; `null` if none was. */
  readonly reference: string | null;
  /** What it left as cash discount, in units of the currency; negative where a refund took that back. Absent: nothing. */
  readonly discountTaken?: number | undefined;
  /** As given, from the invoice's currency to that of the seller's VAT. Absent: none was. */
  readonly exchangeRate?: ExchangeRate | undefined;
}

/** An invoice was cancelled. */
export interface InvoiceCancelledData extends JournalEventBase {
  /** The kind of journal entry. */
  readonly kind: "invoice.cancelled";
  /** As given; `null` if none was. */
  readonly reason: string | null;
}

/** An invoice was written off as a bad debt. Its `amountDue` stays. */
export interface InvoiceWrittenOffData extends JournalEventBase {
  /** The kind of journal entry. */
  readonly kind: "invoice.written_off";
  /** The day of the loss, `YYYY-MM-DD`. */
  readonly on: CalendarDay;
  /** As given. */
  readonly reason: string;
}

/** What an event about a credit note says, whether or not it credits one invoice of the books. */
interface CreditNoteEventBase extends Omit<JournalEventBase, "invoiceId" | "invoiceNumber"> {
  /** The invoice; `null` if the credit note does not credit one invoice of the books. */
  readonly invoiceId: string | null;
  /** Its number; `null` if there is none. */
  readonly invoiceNumber: string | null;
}

/** A credit note was issued. */
export interface CreditNoteIssuedData extends CreditNoteEventBase {
  /** The kind of journal entry. */
  readonly kind: "credit_note.issued";
  /** UUIDv7. */
  readonly creditNoteId: string;
  /** Its number, in the series of credit notes. */
  readonly creditNoteNumber: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: CalendarDay;
  /** With VAT, in units of the currency; positive. */
  readonly total: number;
}

/** A credit note over several invoices took an amount off one of them. */
export interface CreditNoteAppliedData extends JournalEventBase {
  /** The kind of journal entry. */
  readonly kind: "credit_note.applied";
  /** UUIDv7. */
  readonly creditNoteId: string;
  /** Its number, in the series of credit notes. */
  readonly creditNoteNumber: string;
  /** What it takes off what is left of the invoice, with VAT, in units of the currency. */
  readonly total: number;
  /** What it takes off what the client pays. */
  readonly payable: number;
}

/** The number that a portal gave an invoice, or one of its credit notes, was recorded. */
export interface PortalNumberRecordedData extends CreditNoteEventBase {
  /** The kind of journal entry. */
  readonly kind: "portal_number.recorded";
  /** The credit note that has the number; `null` if the invoice has it. */
  readonly creditNoteId: string | null;
  /** The portal, such as `ksef`. */
  readonly portal: string;
  /** As the portal gave it. */
  readonly number: string;
  /** The number that it corrects, which was recorded by mistake; `null` if there is none. */
  readonly replaces: string | null;
}

/** What a portal objected to an invoice, to its cancellation, or to one of its credit notes, was recorded. */
export interface PortalRefusalRecordedData extends CreditNoteEventBase, Omit<PortalRefusal, "id"> {
  /** The kind of journal entry. */
  readonly kind: "portal_refusal.recorded";
  /** The credit note that was refused; `null` if the invoice or its cancellation was. */
  readonly creditNoteId: string | null;
}

/** What an event of the journal says; `kind` says which. For the whole document, call `get`. */
export type JournalEventData =
  | InvoiceIssuedData
  | PaymentRecordedData
  | InvoiceCancelledData
  | InvoiceWrittenOffData
  | CreditNoteIssuedData
  | CreditNoteAppliedData
  | PortalNumberRecordedData
  | PortalRefusalRecordedData;

/** A change of a company's books in the CloudEvents 1.0 format, ready for `JSON.stringify`. */
export interface JournalCloudEvent extends CloudEvent<JournalEventData> {
  /** The kind, a colon, and the id of the invoice, of the payment, of the credit note or of the record of a number or a refusal. */
  readonly id: string;
  /** A URI reference: the host's prefix, then `/companies/<company id>/journal`. */
  readonly source: string;
  /** The host's prefix, then the kind of journal entry. */
  readonly type: string;
  /** The id of the invoice that it is about, or of a credit note that does not credit one invoice of the books. */
  readonly subject: string;
  /** When the change was made, RFC 3339 in UTC. */
  readonly time: string;
}

/** The host's names for its events. */
export interface JournalEventNames {
  readonly source: string;
  readonly typePrefix: string;
}

type OwnPart<Data> = Data extends JournalEventData ? Omit<Data, keyof JournalEventBase> & CurrencyOfNote : never;

/** Only of a credit note, which states its currency itself. */
type CurrencyOfNote = { readonly currency?: string };

/** What the event of one kind also says, and the id of what changed. */
interface EventParts {
  readonly idOf: string;
  readonly data: OwnPart<JournalEventData>;
}

/** The event of an entry in the CloudEvents format; `undefined` if the entry is not an event. */
export function journalEventOf(
  companyId: string,
  entry: EventEntry,
  { source, typePrefix }: JournalEventNames,
): JournalCloudEvent | undefined {
  const { position, kind, at, invoice } = entry;
  const parts = partsOf(entry, invoice);
  if (parts === undefined) return undefined;
  const about = invoice === null ? ofCreditNoteAlone(parts.data) : { subject: invoice.id, ...namedIn(invoice) };
  if (about === undefined) return undefined;
  const { subject, ...named } = about;
  return {
    specversion: "1.0",
    id: `${kind}:${parts.idOf}`,
    source: `${companySource(source, companyId)}/journal`,
    type: typePrefix + kind,
    subject,
    time: at,
    datacontenttype: "application/json",
    data: { companyId, position, ...named, ...parts.data } as JournalEventData,
  };
}

function namedIn({ id: invoiceId, invoiceNumber, currency }: InvoiceOfEntry) {
  return { invoiceId, invoiceNumber, currency };
}

/** What an event says of a credit note that does not credit one invoice of the books; `undefined` of any other entry. */
function ofCreditNoteAlone(data: EventParts["data"]) {
  if (!("creditNoteId" in data) || data.creditNoteId === null || data.kind === "credit_note.applied") return undefined;
  return { subject: data.creditNoteId, invoiceId: null, invoiceNumber: null, currency: "" };
}

/** What the event of each kind says. A new kind does not compile until it is added here. */
function partsOf(
  { kind, document, paymentPosition }: EventEntry,
  invoice: InvoiceOfEntry | null,
): EventParts | undefined {
  switch (kind) {
    case "invoice.issued": {
      if (invoice === null) return undefined;
      const { issueDate, dueDate = null, total } = parseStored(kind, document);
      return { idOf: invoice.id, data: { kind, counter: invoice.counter, issueDate, dueDate, total } };
    }
    case "payment.recorded": {
      const { id, amount, paidOn, method, reference, discountTaken, exchangeRate } = parseStored(kind, document);
      const data = { paymentId: id, paymentPosition: paymentPosition!, amount, paidOn, method, reference };
      const discount = discountTaken !== undefined && { discountTaken };
      return { idOf: id, data: { kind, ...data, ...discount, ...(exchangeRate && { exchangeRate }) } };
    }
    case "invoice.cancelled": {
      const { cancellationReason: reason, invoiceId } = parseStored(kind, document);
      return { idOf: invoiceId, data: { kind, reason } };
    }
    case "invoice.written_off": {
      const { on, reason, invoiceId } = parseStored(kind, document);
      return { idOf: invoiceId, data: { kind, on, reason } };
    }
    case "credit_note.issued": {
      const { id, creditNoteNumber, issueDate, total, currency } = parseStored(kind, document);
      const data = { kind, creditNoteId: id, creditNoteNumber, issueDate, total };
      return { idOf: id, data: invoice === null ? { ...data, currency } : data };
    }
    case "credit_note.applied": {
      const { invoiceId, creditNoteId, creditNoteNumber, total, payable } = parseStored(kind, document);
      return { idOf: `${creditNoteId}:${invoiceId}`, data: { kind, creditNoteId, creditNoteNumber, total, payable } };
    }
    case "portal_number.recorded": {
      const { id, creditNoteId, portal, number, replaces } = parseStored(kind, document);
      return { idOf: id, data: { kind, creditNoteId, portal, number, replaces } };
    }
    case "portal_refusal.recorded": {
      const { id, invoiceId: _, ...data } = parseStored(kind, document);
      return { idOf: id, data: { kind, ...data } };
    }
    case "numbering.continued":
    case "dates.resumed":
      return undefined;
  }
}
