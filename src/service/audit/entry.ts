import { JOURNAL_KINDS } from "../../domain/books/journal.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import { faultsIn, readStored, type StoredContents } from "../../domain/invoice/stored-document.ts";
import { describeFaults } from "../../domain/invoice/stored-shape.ts";
import { VAT_GROUP_FIELDS } from "../../domain/invoice/vat-groups.ts";
import type { StoredEntry } from "../../ports/journal.ts";

/** The entry of an invoice is its own row. */
type EntryKind = Exclude<keyof StoredContents, "invoice.issued">;

/** The kind and the content of an entry. */
export type ReadEntry = { [Kind in EntryKind]: { readonly kind: Kind } & StoredContents[Kind] }[EntryKind];

/** An entry that is a credit note. */
export type CreditNoteEntry = Extract<ReadEntry, { kind: "credit_note.issued" }>;

/** An entry of what a credit note over several invoices takes off one of them. */
export type CreditAppliedEntry = Extract<ReadEntry, { kind: "credit_note.applied" }>;

/** An entry with its position in the journal. */
export type PlacedEntry<Entry> = Entry & { readonly position: number };

/** An entry after which issue dates continue from an earlier day. */
export type ResumptionEntry = Extract<ReadEntry, { kind: "dates.resumed" }>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The amounts of a line of a credit note, and what decides them. */
export const CREDIT_LINE_FIELDS = [
  ...(["line", "creditedBy", "quantity", "unitPrice", "netAmount", "unitPriceGross", "grossAmount"] as const),
  ...(["taxRate", "rateCountry", "vatCategory", "surchargeRate"] as const),
];
/** Those of an allowance or a charge. */
export const CREDIT_ALLOWANCE_FIELDS = [
  ...(["position", "amount", "netAmount", "taxRate", "rateCountry", "vatCategory"] as const),
  "surchargeRate" as const,
];
/** Those of the whole credit note. */
export const CREDIT_TOTALS = [
  ...(["lineTotal", "allowanceTotal", "chargeTotal", "subtotal", "taxTotal", "surchargeTotal", "total"] as const),
  ...(["roundingAmount", "withheldTotal", "disbursementTotal", "payable", "taxTotalInTaxCurrency"] as const),
];

/** The fields of a credit note that the audit compares with its invoice and with its row. */
const COMPARED: readonly string[] = [
  ...["documentVersion", "documentType", "id", "creditNoteNumber", "issueDate", "issuedAt", "corrects", "currency"],
  ...[
    ...CREDIT_TOTALS,
    "items/discount/amount",
    "items/charges/amount",
    ...CREDIT_LINE_FIELDS.map((field) => `items/${field}`),
  ],
  ...["allowances", "charges"].flatMap((list) => CREDIT_ALLOWANCE_FIELDS.map((field) => `${list}/${field}`)),
  ...VAT_GROUP_FIELDS.map((field) => `vatBreakdown/${field}`),
  ...["withholdings/amount", "disbursements/amount"],
];

/** An entry, and why it is not in the form that the library writes; `fault` is `undefined` if it is. */
interface CheckedEntry {
  /** `undefined` if it cannot be compared with anything. */
  readonly entry?: ReadEntry;
  readonly fault?: string | undefined;
}

/** The kind and the content of an entry that is not an invoice; `undefined` if it cannot be read. */
export function readEntry(stored: StoredEntry): ReadEntry | undefined {
  return checkEntry(stored).entry;
}

/**
 * Reads an entry that is not an invoice. The instant and the actor are checked too, because only their form shows where
 * one ends and the next begins.
 */
export function checkEntry({ kind, at, actor, invoiceId, document }: StoredEntry): CheckedEntry {
  if (!isEntryKind(kind)) return { fault: "the kind is unknown" };
  const { content, faults, json } = readStored(kind, document);
  const fault = faults.length > 0 ? describeFaults(faults) : undefined;
  const isReadable = kind === "credit_note.issued" ? faultsIn(faults, COMPARED).length === 0 : fault === undefined;
  if (content === undefined || !isReadable) return { fault };
  if (!isCanonical(document, json)) return { fault: "its text is not in canonical form" };
  if (actor === "") return { fault: "its actor is an empty string" };
  if (typeof at !== "string" || !INSTANT.test(at)) {
    return { fault: "its time is not an instant in UTC with milliseconds" };
  }
  const entry = { ...content, kind } as ReadEntry;
  if (entry.kind === "credit_note.issued" && entry.issuedAt !== at) {
    return { fault: "its document was issued at another instant" };
  }
  return invoiceIdOf(entry) === invoiceId ? { entry, fault } : { fault: "its text names another invoice" };
}

function isEntryKind(kind: unknown): kind is EntryKind {
  return kind !== "invoice.issued" && (JOURNAL_KINDS as readonly unknown[]).includes(kind);
}

function invoiceIdOf(entry: ReadEntry): string | null {
  if (entry.kind === "credit_note.issued") return subjectOfCredit(entry);
  return "invoiceId" in entry ? entry.invoiceId : null;
}

/**
 * Whether an entry is about a credit note that does not credit one invoice of the books: its issue, or what a portal
 * answered. Such an entry names the credit note in place of an invoice.
 */
export function isOfCreditNoteAlone({ kind, invoiceId, document }: StoredEntry): boolean {
  const isOfPortal = kind === "portal_number.recorded" || kind === "portal_refusal.recorded";
  if (invoiceId === null || (kind !== "credit_note.issued" && !isOfPortal)) return false;
  const { content } = readStored(kind, document);
  return content !== undefined && ("portal" in content ? content.creditNoteId : content.id) === invoiceId;
}

/** Whether a stored text is the canonical form of its content (RFC 8785). */
export function isCanonical(text: string, json: unknown): boolean {
  try {
    return canonicalJson(json) === text;
  } catch {
    return false; // some JSON has no canonical form, such as 1e999 or a lone surrogate
  }
}

/**
 * A cell of a row as text, for a finding. If its column has lost its type, a driver may return anything, even an object
 * that cannot be converted to a string.
 */
export function cellText(cell: unknown): string {
  return typeof cell === "object" && cell !== null ? described(cell) : String(cell);
}

const LONGEST_SHOWN = 200;

/** A short description of a value from a stored text, for a finding. The value may have any size, depth and names. */
export function described(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : String(value);
  return typeof value === "string" && value.length > LONGEST_SHOWN ? `${text} and more` : text;
}

/** What was found, or what `unreadable` returns if a stored text in it is not JSON. */
export async function readable<Found>(found: Promise<Found>, unreadable: () => Found): Promise<Found> {
  try {
    return await found;
  } catch (error) {
    // The library says so with a SyntaxError, the databases with messages of their own.
    if (!(error instanceof SyntaxError) && !/malformed JSON|syntax for type json/.test(String(error))) throw error;
    return unreadable();
  }
}
