import type { CalendarDay } from "../calendar.ts";
import { isExempt, type VatCategory } from "../vat/category.ts";
import type { CreditNoteDocument } from "./generated/credit-note.ts";
import { DOCUMENT_SHAPES } from "./generated/document-shapes.ts";
import type { InvoiceBreakdownLine, InvoiceDocument, Payment, PortalRefusal } from "./generated/invoice.ts";
import type { ExchangeRate, PortalNumber } from "./generated/order.ts";
import { isObject, type StoredFault, type StoredObject, type StoredShape, shapeChecker } from "./stored-shape.ts";

/** The content of each kind of entry. */
export interface StoredContents {
  readonly "invoice.issued": InvoiceDocument;
  readonly "credit_note.issued": CreditNoteDocument;
  readonly "credit_note.applied": StoredCreditApplied;
  readonly "payment.recorded": StoredPayment;
  readonly "invoice.cancelled": {
    readonly invoiceId: string;
    readonly cancelledAt: string;
    readonly cancellationReason: string | null;
  };
  readonly "invoice.written_off": StoredWriteOff;
  readonly "portal_number.recorded": StoredPortalNumber;
  readonly "portal_refusal.recorded": StoredPortalRefusal;
  readonly "numbering.continued": StoredContinuation;
  readonly "dates.resumed": StoredResumption;
}

/** A payment, with what only its entry has. */
export interface StoredPayment extends Payment {
  readonly invoiceId: string;
  /** From the invoice's currency to that of the seller's VAT. */
  readonly exchangeRate?: ExchangeRate | undefined;
}

/** That an invoice was written off as a bad debt. */
export interface StoredWriteOff {
  readonly invoiceId: string;
  /** The day of the loss. */
  readonly on: CalendarDay;
  readonly reason: string;
}

/** What a credit note over several invoices takes off one of them. */
export interface StoredCreditApplied {
  /** The invoice. */
  readonly invoiceId: string;
  /** The credit note, whose entry comes before. */
  readonly creditNoteId: string;
  /** Its number. */
  readonly creditNoteNumber: string;
  /** That of the credit note. */
  readonly issueDate: CalendarDay;
  /** What it takes off what is left of the invoice, with VAT. */
  readonly total: number;
  /** What it takes off what the client pays. */
  readonly payable: number;
}

/** The document that an entry about a portal names. */
export interface PortalDocument {
  /** The invoice, or that of the credit note; else the id of the credit note. */
  readonly invoiceId: string;
  /** The credit note; `null` if it is about the invoice. */
  readonly creditNoteId: string | null;
}

/** The number that a portal gave an invoice, or one of its credit notes. */
export interface StoredPortalNumber extends PortalNumber, PortalDocument {
  /** UUIDv7 of the entry. */
  readonly id: string;
  /** The number that it corrects; `null` if it is the first one of the portal. */
  readonly replaces: string | null;
}

/** What a portal objected to an invoice, to its cancellation, or to one of its credit notes. */
export interface StoredPortalRefusal extends PortalRefusal, PortalDocument {}

/** What the journal says of an invoice, or of one of its credit notes, and a portal. */
export type StoredPortalEntry = StoredPortalNumber | StoredPortalRefusal;

/** An entry after which a series continues another one. */
export interface StoredContinuation {
  readonly lastCounter: number;
  readonly lastIssueDate: CalendarDay | null;
  /** Absent: the first series. */
  readonly series?: string | undefined;
}

/** An entry after which issue dates continue from an earlier day. */
export interface StoredResumption {
  /** Counter of the invoice after which dates may go back once. */
  readonly lastCounter: number;
  readonly lastIssueDate: CalendarDay;
  readonly reason: string;
  readonly resumedOn: CalendarDay;
}

type Kind = keyof StoredContents;
type DocumentKind = "invoice.issued" | "credit_note.issued";

const DOCUMENTS = { "invoice.issued": "InvoiceDocument", "credit_note.issued": "CreditNoteDocument" } as const;

/** The entries that are not documents. They have no other fields than these. */
const CHANGES: Readonly<Record<Exclude<Kind, DocumentKind>, StoredShape>> = {
  "payment.recorded": {
    string: "id invoiceId",
    number: "amount",
    "number?": "discountTaken",
    day: "paidOn",
    "string|null": "method reference",
    "ExchangeRate?": "exchangeRate",
  },
  "credit_note.applied": {
    string: "invoiceId creditNoteId creditNoteNumber",
    day: "issueDate",
    positive: "total",
    number: "payable",
  },
  "invoice.cancelled": { string: "invoiceId cancelledAt", "string|null": "cancellationReason" },
  "invoice.written_off": { string: "invoiceId reason", day: "on" },
  "portal_number.recorded": { string: "id invoiceId portal number", "string|null": "creditNoteId replaces" },
  "portal_refusal.recorded": {
    string: "id invoiceId portal code",
    day: "on",
    "string|null": "creditNoteId",
    boolean: "ofCancellation",
    "SpanishRecord?": "record",
  },
  "numbering.continued": { whole: "lastCounter", "string|null": "lastIssueDate", "string?": "series" },
  "dates.resumed": { whole: "lastCounter", string: "lastIssueDate reason", day: "resumedOn" },
};

const check = shapeChecker({ ...DOCUMENT_SHAPES, ...CHANGES });

/** What a stored text says, and what is wrong with it. */
export interface StoredReading<Content> {
  /**
   * `undefined` if the text is not a JSON object. Faulty optional fields are left out, at any depth. Required fields are
   * as stored, so ask {@link faultsIn} before you use them. Fields that the library does not know are kept.
   */
  readonly content: Content | undefined;
  readonly faults: readonly StoredFault[];
  /** The JSON value as it was stored; `undefined` if the text is not JSON. */
  readonly json: unknown;
}

/** Reads the text of an entry. Never throws, whatever the text contains. */
export function readStored<Name extends Kind>(kind: Name, text: string): StoredReading<StoredContents[Name]> {
  const json = parsed(text);
  if (!isObject(json)) return { content: undefined, faults: [{ pointer: "", detail: "must be a JSON object" }], json };
  const { record, faults } = contentOf(kind, json);
  return { content: record as unknown as StoredContents[Name], faults, json };
}

/** The faults of an invoice or a credit note that was parsed before. */
export function faultsOf(document: InvoiceDocument | CreditNoteDocument): readonly StoredFault[] {
  const kind = "creditNoteNumber" in document ? "credit_note.issued" : "invoice.issued";
  return contentOf(kind, document as unknown as StoredObject).faults;
}

/**
 * The faults of these fields, such as `total`, `seller` with all of its parts, or `items/netAmount`: the net amounts of
 * all items.
 */
export function faultsIn(faults: readonly StoredFault[], fields: readonly string[]): readonly StoredFault[] {
  // A damaged document can have a fault in each of many thousand entries, and the entries have the same fields.
  const known = new Map<string, boolean>();
  return faults.filter(({ pointer }) => {
    const faulty = `${pointer.replace(/\/\d+(?=\/|$)/g, "")}/`;
    const isIn =
      known.get(faulty) ?? fields.some((field) => `/${field}/`.startsWith(faulty) || faulty.startsWith(`/${field}/`));
    known.set(faulty, isIn);
    return isIn;
  });
}

/** The content of a text that the library has written. Another program may have written anything: nothing is checked. */
export function parseStored<Name extends Kind>(kind: Name, text: string): StoredContents[Name] {
  const content: unknown = JSON.parse(text);
  if (isDocument(kind) && isObject(content)) completeReasons(content["vatBreakdown"], content["vatNote"]);
  return content as StoredContents[Name];
}

/** The invoice of a stored text, as it was issued. Nothing is checked. */
export function parseInvoice(text: string): InvoiceDocument {
  return parseStored("invoice.issued", text);
}

/** The credit note of a stored text, as it was issued. Nothing is checked. */
export function parseCreditNote(text: string): CreditNoteDocument {
  return parseStored("credit_note.issued", text);
}

/**
 * The groups of a breakdown as they are stored: a reason that is the document's own note is left out, because the note
 * can be long, and most documents without VAT have one reason.
 */
export function storedGroups(
  groups: readonly InvoiceBreakdownLine[],
  vatNote: string,
): readonly InvoiceBreakdownLine[] {
  if (vatNote === "") return groups;
  const stored: StoredGroup[] = [];
  for (const group of groups) {
    if (group.exemptionReason === vatNote) stored.push({ ...group, exemptionReason: undefined });
    else if (group.exemptionReason !== undefined || !isExempt(group.category)) stored.push(group);
    else {
      const { category, ...rest } = group;
      stored.push({ category, exemptionReason: null, ...rest });
    }
  }
  return stored as readonly InvoiceBreakdownLine[];
}

/** A group as it is stored. `null` if no reason is known although the document has a note. */
type StoredGroup = Omit<InvoiceBreakdownLine, "exemptionReason"> & {
  readonly exemptionReason?: string | null | undefined;
};

function contentOf(kind: Kind, json: StoredObject): { record: StoredObject; faults: readonly StoredFault[] } {
  if (isDocument(kind)) {
    const { vatBreakdown: groups, vatNote } = json;
    const isShortened = Array.isArray(groups) && groups.some(lacksReason);
    const complete = isShortened ? { ...json, vatBreakdown: [...groups] } : json;
    completeReasons(complete["vatBreakdown"], vatNote);
    const { record, faults } = check(DOCUMENTS[kind], complete);
    return { record, faults: json["prices"] === "gross" ? [...faults, ...missingGross(json["items"])] : faults };
  }
  const { record, faults } = check(kind, json);
  const known = Object.values(CHANGES[kind]).join(" ").split(" ");
  const isClosed = Object.keys(json).every((name) => known.includes(name));
  return { record, faults: isClosed ? faults : [...faults, { pointer: "", detail: "must have no other fields" }] };
}

const GROSS_FIELDS = ["unitPriceGross", "grossAmount"] as const;

/** What the lines of a document with gross prices lack. */
function missingGross(items: unknown): StoredFault[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index) => {
    const missing = GROSS_FIELDS.filter((field) => isObject(item) && item[field] === undefined);
    return missing.map((field) => ({ pointer: `/items/${index}/${field}`, detail: "is missing" }));
  });
}

function isDocument(kind: Kind): kind is DocumentKind {
  return Object.hasOwn(DOCUMENTS, kind);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gives the groups of a breakdown the reasons that {@link storedGroups} left out. `null` is no reason, with or without a note. */
function completeReasons(groups: unknown, vatNote: unknown): void {
  if (!Array.isArray(groups)) return;
  const hasNote = typeof vatNote === "string" && vatNote !== "";
  for (let index = 0; index < groups.length; index += 1) {
    const group: unknown = groups[index];
    if (!lacksReason(group)) continue;
    const { category, exemptionReason, ...rest } = group;
    if (exemptionReason === null) groups[index] = { category, ...rest };
    else if (hasNote) groups[index] = { category, exemptionReason: vatNote, ...rest };
  }
}

function lacksReason(group: unknown): group is StoredGroup {
  if (!isObject(group) || typeof group["category"] !== "string" || !isExempt(group["category"] as VatCategory)) {
    return false;
  }
  // A reason that is neither left out nor null is a fault of the document.
  return group["exemptionReason"] === undefined || group["exemptionReason"] === null;
}
