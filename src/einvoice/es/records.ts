import type { BookChange } from "../../domain/books/book-change.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { incompleteRefusal } from "../../domain/invoice/document-format.ts";
import type { CreditNote } from "../../domain/invoice/generated/credit-note.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import { Refusal } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { type EinvoiceDocument, isCreditNote, isUnderNumberOf, numberOf, requireDocument } from "../document.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type ChainLink, cancellationHash, registrationHash } from "./chain.ts";
import { asRecorded, marksAfter, type RecordMarks, VERIFACTU_PORTAL } from "./corrections.ts";
import { generationTime } from "./generation-time.ts";
import type { VerifactuInstallation } from "./installation.ts";
import { VERIFACTU_RULES } from "./rules.ts";
import { idOf, isSimplified, type VerifactuInvoice, verifactuInvoiceOf } from "./verifactu-invoice.ts";
import { type RecordFacts, writeCancellation, writeRegistration } from "./write-record.ts";

/** A company's books, as `invoicing.company(id)` gives them. */
export interface VerifactuBooks {
  /** The changes of the books after a position of the journal, oldest first. */
  changes(options?: { readonly after?: number | undefined }): AsyncIterable<BookChange>;
  /** The invoice with this id. */
  get(invoiceId: string): Promise<InvoiceWithPayments>;
  /** The credit note with this id. */
  getCreditNote(creditNoteId: string): Promise<CreditNote>;
}

/** A record of a company's chain. */
export interface VerifactuRecord {
  /** Position of its change in the company's journal. */
  readonly position: number;
  /** The number of the invoice or credit note. */
  readonly number: string;
  /** `registration` is `RegistroAlta`, `cancellation` `RegistroAnulacion`. */
  readonly kind: "registration" | "cancellation";
  /** The element, without an XML declaration. */
  readonly xml: string;
  /** `Huella`: SHA-256, 64 hexadecimal digits in capitals. */
  readonly hash: string;
}

/** Which documents have records. */
export interface RecordedDocuments {
  readonly after: VerifactuRecord | undefined;
  readonly since: CalendarDay | undefined;
  readonly except: ReadonlySet<string>;
}

/** What a change of the books means for the chain. */
interface Recorded {
  readonly document: EinvoiceDocument;
  readonly kind: VerifactuRecord["kind"];
  /** Of a correction. */
  readonly marks?: RecordMarks | undefined;
}

/** The records of the books, each chained to the one before. Keeps one of them. */
export async function* readRecords(
  books: VerifactuBooks,
  installation: VerifactuInstallation,
  documents: RecordedDocuments,
): AsyncGenerator<VerifactuRecord, void, undefined> {
  const { after } = documents;
  let previous = after === undefined ? undefined : linkBefore(after);
  let isKnown = after === undefined;
  for await (const change of books.changes({ after: after === undefined ? 0 : after.position - 1 })) {
    const recorded = await recordedBy(books, change, documents);
    if (recorded === undefined) continue;
    const { record, link } = await recordOf(books, recorded, change, { previous, installation });
    if (!isKnown) requireSame(after!, record);
    else yield record;
    [isKnown, previous] = [true, link];
  }
  if (!isKnown) throw unknownRecord(after!);
}

/** The document whose registration, cancellation or correction the change is; `undefined` if it has no record. */
async function recordedBy(
  books: VerifactuBooks,
  change: BookChange,
  { since, except }: RecordedDocuments,
): Promise<Recorded | undefined> {
  const recorded = await changedBy(books, change);
  if (recorded === undefined) return undefined;
  const { document } = recorded;
  const number = numberOf(document);
  if (!isUnderNumberOf("ES", document) || except.has(number) || (since !== undefined && document.issueDate < since))
    return undefined;
  // Another program may have written less of it.
  requireDocument(`the record of ${number}`, document);
  return recorded;
}

async function changedBy(books: VerifactuBooks, change: BookChange): Promise<Recorded | undefined> {
  switch (change.kind) {
    case "invoice.issued":
      return { document: change.invoice, kind: "registration" };
    case "credit_note.issued":
      return { document: change.creditNote, kind: "registration" };
    case "invoice.cancelled":
      return { document: await books.get(change.invoiceId), kind: "cancellation" };
    case "portal_refusal.recorded":
      return change.portal === VERIFACTU_PORTAL ? correctionAfter(books, change) : undefined;
    case "payment.recorded":
    case "credit_note.applied":
    case "invoice.written_off":
    case "portal_number.recorded":
      return undefined;
  }
}

/** The marks depend on all refusals of the document, or of its cancellation, up to this one. */
async function correctionAfter(
  books: VerifactuBooks,
  { id, invoiceId, creditNoteId, ofCancellation, record }: Extract<BookChange, { kind: "portal_refusal.recorded" }>,
): Promise<Recorded | undefined> {
  const document = await (creditNoteId === null ? books.get(invoiceId) : books.getCreditNote(creditNoteId));
  const refusals = (document.portalRefusals ?? []).filter(
    (each) => each.portal === VERIFACTU_PORTAL && each.ofCancellation === ofCancellation,
  );
  const marks = marksAfter(refusals.slice(0, refusals.findIndex((each) => each.id === id) + 1));
  if (marks === undefined) return undefined;
  return { document: asRecorded(document, record), kind: ofCancellation ? "cancellation" : "registration", marks };
}

async function recordOf(
  books: VerifactuBooks,
  { document, kind, marks }: Recorded,
  { position, at }: BookChange,
  chain: Pick<RecordFacts, "previous" | "installation">,
): Promise<{ record: VerifactuRecord; link: ChainLink }> {
  const id = idOf(document);
  const generatedAt = generationTime(at, timeZoneOf(document.seller));
  const hashed = { id, previous: chain.previous?.hash, generatedAt };
  const invoice = kind === "cancellation" ? undefined : await completeInvoice(books, document);
  const hash =
    invoice === undefined ? await cancellationHash(hashed) : await registrationHash({ ...invoice, ...hashed });
  const facts = { ...chain, marks, generatedAt, hash };
  const xml = invoice === undefined ? writeCancellation(id, facts) : writeRegistration(invoice, facts);
  return { record: { position, number: id.number, kind, xml, hash }, link: { id, hash } };
}

/** @throws Refusal `einvoice_incomplete` that names the document */
async function completeInvoice(books: VerifactuBooks, document: EinvoiceDocument): Promise<VerifactuInvoice> {
  // An invoice of the system before is not in the books. Then the credit note itself says whether it is simplified.
  const correctedId = isCreditNote(document)
    ? (document.corrects ?? document.correctedInvoices?.find(({ invoiceId }) => invoiceId !== undefined))?.invoiceId
    : undefined;
  const correctsSimplified = correctedId === undefined ? undefined : isSimplified(await books.get(correctedId));
  const invoice = verifactuInvoiceOf(document, { correctsSimplified });
  const gaps = gapsOf(invoice);
  if (gaps.length === 0) return invoice;
  const { code, message, errors } = incompleteRefusal(gaps, "Veri*factu");
  throw new Refusal(code, `${invoice.id.number}: ${message}`, errors);
}

/** What the tax agency would refuse of an invoice. */
export function gapsOf(invoice: VerifactuInvoice): EinvoiceGap[] {
  return brokenRules("Veri*factu", VERIFACTU_RULES, invoice);
}

const LINK =
  /<RegistroAnterior><IDEmisorFactura>(.*?)<\/IDEmisorFactura><NumSerieFactura>(.*?)<\/NumSerieFactura><FechaExpedicionFactura>(\d\d)-(\d\d)-(\d{4})<\/FechaExpedicionFactura><Huella>([0-9A-F]{64})<\/Huella><\/RegistroAnterior>/;

/** What the record says of the one before. Only its hash is needed, to compute that of the record again. */
function linkBefore({ xml }: VerifactuRecord): ChainLink | undefined {
  const [, nif, number, day, month, year, hash] = LINK.exec(xml) ?? [];
  if (nif === undefined || number === undefined || hash === undefined) return undefined;
  return { id: { nif, number, date: `${year}-${month}-${day}` }, hash };
}

/** The hash covers what the record says of the document, and the chain before it. */
function requireSame(after: VerifactuRecord, record: VerifactuRecord): void {
  const isSame = (["position", "number", "kind", "hash"] as const).every((field) => after[field] === record[field]);
  if (!isSame) throw unknownRecord(after);
}

function unknownRecord({ number, position }: VerifactuRecord): Refusal {
  const detail =
    `must be a record of these books as verifactuRecords returned it. That of ${number} at position ${position} is not what ` +
    "the books give now";
  return new Refusal("request_invalid", `The request is not valid: after ${detail}.`, [{ parameter: "after", detail }]);
}
