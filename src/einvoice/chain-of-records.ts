import type { BookChange } from "../domain/books/book-change.ts";
import { type CalendarDay, isCalendarDay } from "../domain/calendar.ts";
import { insteadOf, insteadOfText } from "../domain/instead-of.ts";
import { incompleteRefusal } from "../domain/invoice/document-format.ts";
import type { CreditNote } from "../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../domain/invoice/generated/invoice.ts";
import { requireOptions } from "../domain/known-names.ts";
import { Refusal } from "../domain/refusal.ts";
import { type EinvoiceDocument, isUnderNumberOf, numberOf, requireDocument } from "./document.ts";
import type { EinvoiceGap } from "./rules/gap-rule.ts";

/** A company's books, as `invoicing.company(id)` gives them. */
export interface RecordedBooks {
  /** The changes of the books after a position of the journal, oldest first. */
  changes(options?: { readonly after?: number | undefined }): AsyncIterable<BookChange>;
  /** The invoice with this id. */
  get(invoiceId: string): Promise<InvoiceWithPayments>;
  /** The credit note with this id. */
  getCreditNote(creditNoteId: string): Promise<CreditNote>;
}

/** What a record of any chain says of itself. */
export interface ChainedRecord {
  /** Position of its change in the company's journal. */
  readonly position: number;
  /** The number of the invoice or credit note. */
  readonly number: string;
}

/** Which documents have records. */
export interface RecordedDocuments<Made extends ChainedRecord> {
  /**
   * A record that was returned earlier: only later ones are returned. It must be as it was returned. Absent: all records.
   */
  readonly after?: Made | undefined;
  /** The first issue date of documents that have records. Absent: all documents have records. */
  readonly since?: CalendarDay | undefined;
  /** Numbers, exactly as issued, of documents that another program registers. They have no records here. Absent: none. */
  readonly except?: readonly string[] | undefined;
}

/** What a change of the books means for a chain. */
export interface RecordedChange {
  readonly document: EinvoiceDocument;
}

/** A state's chain of records. `Link` is what a record takes from the one before it. */
export interface ChainOfRecords<Change extends RecordedChange, Made extends ChainedRecord, Link> {
  /** The function that returns the records, for errors. */
  readonly name: string;
  /** The state whose law asks for them: only documents under the seller's number there have records. */
  readonly state: string;
  /** The fields of a record as it is returned, by which `after` is compared with what the books give. */
  readonly fields: readonly (keyof Made & string)[];
  /** The document of a change, and what happened to it; `undefined` if the change has no record. */
  recordedBy(books: RecordedBooks, change: BookChange): Promise<Change | undefined>;
  /** The record of a change, and what the next one takes from it. */
  write(
    books: RecordedBooks,
    recorded: Change,
    change: BookChange,
    previous: Link | undefined,
  ): Promise<{ readonly record: Made; readonly link: Link }>;
  /** What a record took from the one before it. */
  linkBefore(record: Made): Link | undefined;
}

/**
 * Checks what a chain takes. `others` are the names of its own options.
 *
 * @throws TypeError if `books` are no company, or an option is unknown, or `after`, `since` or `except` is invalid
 */
export function requireRecorded<Made extends ChainedRecord>(
  { name, fields }: { readonly name: string; readonly fields: readonly (keyof Made & string)[] },
  books: RecordedBooks,
  options: RecordedDocuments<Made>,
  others: Readonly<Record<string, true>>,
): void {
  const isCompany = (["changes", "get", "getCreditNote"] as const).every(
    (method) => typeof Object(books)[method] === "function",
  );
  if (!isCompany) {
    throw new TypeError(`${name} needs a company, as invoicing.company(id) returns it${insteadOf(books)}`);
  }
  requireOptions(name, options, { ...others, after: true, since: true, except: true });
  const { after, since, except = [] } = options;
  if (after !== undefined) requireRecord(name, fields, after);
  if (since !== undefined && !(typeof since === "string" && isCalendarDay(since))) {
    throw new TypeError(`since must be a day such as 2027-01-01${insteadOfText(since)}`);
  }
  requireNumbers(except);
}

function requireNumbers(except: unknown): void {
  const form = "must be an array of document numbers, such as FV-202701-0001";
  if (!Array.isArray(except)) throw new TypeError(`except ${form}${insteadOf(except)}`);
  for (const each of except) if (typeof each !== "string") throw new TypeError(`except ${form}${insteadOf(each)}`);
}

function requireRecord(name: string, fields: readonly string[], after: unknown): void {
  const given = Object(after) as Readonly<Record<string, unknown>>;
  const isRecord = fields.every((field) =>
    field === "position"
      ? Number.isSafeInteger(given[field]) && (given[field] as number) > 0
      : typeof given[field] === "string",
  );
  if (isRecord) return;
  throw new TypeError(`after must be a record as ${name} returned it: { ${fields.join(", ")} }`);
}

/** The records of the books, each after the one before. Keeps one of them. */
export async function* readRecords<Change extends RecordedChange, Made extends ChainedRecord, Link>(
  chain: ChainOfRecords<Change, Made, Link>,
  books: RecordedBooks,
  documents: RecordedDocuments<Made>,
): AsyncGenerator<Made, void, undefined> {
  const { after } = documents;
  let previous = after === undefined ? undefined : chain.linkBefore(after);
  let isKnown = after === undefined;
  const except = new Set(documents.except);
  for await (const change of books.changes({ after: after === undefined ? 0 : after.position - 1 })) {
    const recorded = await chain.recordedBy(books, change);
    if (recorded === undefined || !hasRecord(chain.state, recorded.document, documents.since, except)) continue;
    const { record, link } = await chain.write(books, recorded, change, previous);
    if (isKnown) yield record;
    else if (!isSame(chain.fields, after!, record)) throw unknownRecord(chain, after!);
    [isKnown, previous] = [true, link];
  }
  if (!isKnown) throw unknownRecord(chain, after!);
}

function hasRecord(
  state: string,
  document: EinvoiceDocument,
  since: CalendarDay | undefined,
  except: ReadonlySet<string>,
): boolean {
  const number = numberOf(document);
  if (!isUnderNumberOf(state, document) || except.has(number)) return false;
  if (since !== undefined && document.issueDate < since) return false;
  // Another program may have written less of it.
  requireDocument(`the record of ${number}`, document);
  return true;
}

/** A file may say what changes without the books, such as the version of the program. */
function isSame<Made extends ChainedRecord>(
  fields: readonly (keyof Made & string)[],
  after: Made,
  record: Made,
): boolean {
  return fields.every((field) => field === "xml" || after[field] === record[field]);
}

/**
 * Checks that the record of a document can be written.
 *
 * @throws Refusal `einvoice_incomplete` that names the document, because it ends the iteration
 */
export function requireComplete(number: string, gaps: readonly EinvoiceGap[], format: string): void {
  if (gaps.length === 0) return;
  const { code, message, errors } = incompleteRefusal(gaps, format);
  throw new Refusal(code, `${number}: ${message}`, errors);
}

function unknownRecord({ name }: { readonly name: string }, { number, position }: ChainedRecord): Refusal {
  const detail =
    `must be a record of these books as ${name} returned it. That of ${number} at position ${position} is not what ` +
    "the books give now";
  return new Refusal("request_invalid", `The request is not valid: after ${detail}.`, [{ parameter: "after", detail }]);
}
