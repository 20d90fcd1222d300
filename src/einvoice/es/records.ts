import type { BookChange } from "../../domain/books/book-change.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import {
  type ChainedRecord,
  type ChainOfRecords,
  type RecordedBooks,
  type RecordedChange,
  requireComplete,
} from "../chain-of-records.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type ChainLink, cancellationHash, registrationHash } from "./chain.ts";
import { asRecorded, marksAfter, type RecordMarks, VERIFACTU_PORTAL } from "./corrections.ts";
import { generationTime } from "./generation-time.ts";
import type { VerifactuInstallation } from "./installation.ts";
import { VERIFACTU_RULES } from "./rules.ts";
import { idOf, isSimplified, type VerifactuInvoice, verifactuInvoiceOf } from "./verifactu-invoice.ts";
import { type RecordFacts, writeCancellation, writeRegistration } from "./write-record.ts";

/** A record of a company's chain. */
export interface VerifactuRecord extends ChainedRecord {
  /** `registration` is `RegistroAlta`, `cancellation` `RegistroAnulacion`. */
  readonly kind: "registration" | "cancellation";
  /** The element, without an XML declaration. */
  readonly xml: string;
  /** `Huella`: SHA-256, 64 hexadecimal digits in capitals. */
  readonly hash: string;
}

/** What a change of the books means for the chain. */
interface Recorded extends RecordedChange {
  readonly kind: VerifactuRecord["kind"];
  /** Of a correction. */
  readonly marks?: RecordMarks | undefined;
}

/** The chain of a system that makes records: each contains the hash of the one before. */
export function verifactuChain(
  installation: VerifactuInstallation,
): ChainOfRecords<Recorded, VerifactuRecord, ChainLink> {
  return {
    ...{ name: "verifactuRecords", state: "ES", fields: RECORD_FIELDS },
    ...{ recordedBy: changedBy, linkBefore },
    write: (books, recorded, change, previous) => recordOf(books, recorded, change, { previous, installation }),
  };
}

/** The fields of a record as it is returned. The hash covers what it says of the document, and the chain before it. */
export const RECORD_FIELDS = ["position", "number", "kind", "xml", "hash"] as const satisfies (keyof VerifactuRecord)[];

/** The document whose registration, cancellation or correction the change is; `undefined` if it has no record. */
async function changedBy(books: RecordedBooks, change: BookChange): Promise<Recorded | undefined> {
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
  books: RecordedBooks,
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
  books: RecordedBooks,
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
async function completeInvoice(books: RecordedBooks, document: EinvoiceDocument): Promise<VerifactuInvoice> {
  // An invoice of the system before is not in the books. Then the credit note itself says whether it is simplified.
  const correctedId = isCreditNote(document)
    ? (document.corrects ?? document.correctedInvoices?.find(({ invoiceId }) => invoiceId !== undefined))?.invoiceId
    : undefined;
  const correctsSimplified = correctedId === undefined ? undefined : isSimplified(await books.get(correctedId));
  const invoice = verifactuInvoiceOf(document, { correctsSimplified });
  requireComplete(invoice.id.number, gapsOf(invoice), "Veri*factu");
  return invoice;
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
