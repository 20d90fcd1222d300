import { type CalendarDay, isCalendarDay } from "../../domain/calendar.ts";
import { insteadOf, insteadOfText, requireFunction } from "../../domain/instead-of.ts";
import { type DocumentFormat, type FormatGapOptions, incompleteRefusal } from "../../domain/invoice/document-format.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type RecordedBooks, type RecordedDocuments, readRecords, requireRecorded } from "../chain-of-records.ts";
import { type EinvoiceDocument, type IssuedDocument, isUnderNumberOf, requireDocument } from "../document.ts";
import { gapsOf as en16931GapsOf } from "../gaps.ts";
import { withOwnProfile } from "../own-profile.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import type { DocumentTerms } from "../terms.ts";
import { CIUS_PT_RULES } from "./cius-rules.ts";
import { ciusTerms, writeCius } from "./cius-terms.ts";
import { portugueseDocumentOf } from "./portuguese-document.ts";
import { gapsOf, RECORD_FIELDS, type SaftPtProgram, type SaftPtRecord, saftPtChain } from "./records.ts";
import { type SaftPtEntry, type SaftPtHead, saftFile } from "./saft-file.ts";

export type { BookChange } from "../../domain/books/book-change.ts";
export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { RecordedBooks } from "../chain-of-records.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";
export type { SaftPtKey, SaftPtProgram, SaftPtRecord } from "./records.ts";
export type { SaftPtHead } from "./saft-file.ts";

/** Options of {@link saftPtRecords}. */
export interface SaftPtOptions extends RecordedDocuments<SaftPtRecord> {
  /** The certified program that signs the documents. */
  readonly program: SaftPtProgram;
  /** The prefix of the series whose documents are returned. `after` needs it. Absent: all series, each a chain of its own. */
  readonly series?: string | undefined;
}

/** Options of {@link saftPtFile}. */
export interface SaftPtFileOptions extends SaftPtHead, Pick<SaftPtOptions, "program" | "since" | "except"> {}

/** Options of {@link saftPtGaps}. */
export type SaftPtGapOptions = Pick<FormatGapOptions, "ownProfile">;

/**
 * The signatures of a company's invoices and credit notes, in the order of its journal. In each series, each document is
 * signed together with the signature of the one before.
 *
 * - **Guarantee**: nothing is stored. The same books, keys and options give the same records at any time.
 * - **Condition**: `since`, `except` and the days of the keys stay the same for the whole chain.
 * - **Cost**: constant memory, one signature for each document. With `after`, only later changes of the books are read.
 *
 * @throws TypeError if `company` is no company, or an option is missing, unknown or invalid; in the iteration if `sign` returns
 *   no signature
 * @throws Refusal in the iteration: `einvoice_incomplete` with the gaps of a document, which it names; `request_invalid` if
 *   `after` is not what the books give now
 * @see Portaria 363/2010; Portaria 195/2020
 */
export function saftPtRecords(company: RecordedBooks, options: SaftPtOptions): AsyncIterable<SaftPtRecord> {
  requireRecorded({ name: "saftPtRecords", fields: RECORD_FIELDS }, company, options, { program: true, series: true });
  const { program, series, after } = options;
  requireProgram(program);
  if (series !== undefined && typeof series !== "string") {
    throw new TypeError(`series must be the prefix of a series${insteadOf(series)}`);
  }
  if (after !== undefined && series === undefined) throw new TypeError("after needs series, the prefix of its series");
  return readRecords(saftPtChain(program, series), company, options);
}

function requireProgram(program: SaftPtProgram): void {
  requireOptions("program", program, { certificate: true, keys: true, other: true });
  const { certificate, keys, other } = program;
  if (!Number.isSafeInteger(certificate) || certificate < 1) {
    throw new TypeError(`program.certificate must be the number of the certificate${insteadOf(certificate)}`);
  }
  if (other !== undefined) requireFunction("program.other", other);
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new TypeError(`program.keys must be an array of { version, sign, since? }${insteadOf(keys)}`);
  }
  for (const [index, key] of keys.entries()) {
    const name = `program.keys[${index}]`;
    requireOptions(name, key, { version: true, sign: true, since: true });
    if (!/^\d{1,10}$/.test(key.version)) throw new TypeError(`${name}.version must be 1 to 10 digits, such as 1`);
    requireFunction(`${name}.sign`, key.sign);
    if (key.since !== undefined) requireDay(`${name}.since`, key.since);
  }
}

function requireDay(name: string, day: CalendarDay): void {
  if (typeof day === "string" && isCalendarDay(day)) return;
  throw new TypeError(`${name} must be a day such as 2027-01-01${insteadOfText(day)}`);
}

/**
 * SAF-T (PT) 1.04_01 of the invoices and credit notes that were issued from `start` to `end`, as bytes in Windows-1252.
 * Cancelled ones are in it with their status. It reads the whole journal and signs again, because each signature needs the
 * one before. Keeps the documents of these days in memory.
 *
 * @throws TypeError, Refusal as {@link saftPtRecords}, also `invoice_not_found` if no document was issued on these days
 * @see Portaria 302/2016
 */
export async function saftPtFile(company: RecordedBooks, options: SaftPtFileOptions): Promise<Uint8Array> {
  const own = {
    program: true,
    start: true,
    end: true,
    created: true,
    producer: true,
    user: true,
    basis: true,
  } as const;
  if (Object(options).after !== undefined) throw new TypeError("saftPtFile reads all records: leave after out");
  requireRecorded<SaftPtRecord>({ name: "saftPtFile", fields: RECORD_FIELDS }, company, options, own);
  const { program, start, end, created, producer, user, basis, since, except } = options;
  requireProgram(program);
  for (const [name, day] of Object.entries({ start, end, created })) requireDay(name, day);
  requireOptions("producer", producer, { nif: true, product: true, version: true });
  if (!/^[^/]+\/[^/]+$/.test(producer.product)) {
    throw new TypeError("producer.product must be the names of program and producer, such as Facturas/Programas Lda");
  }
  for (const [name, value] of Object.entries({
    "producer.nif": producer.nif,
    "producer.version": producer.version,
    user,
  }))
    if (typeof value !== "string" || value.trim() === "" || [...value].length > 30)
      throw new TypeError(`${name} must be 1 to 30 characters${insteadOf(value)}`);
  if (!["F", "I", "P", "S", undefined].includes(basis))
    throw new TypeError(`basis must be F, I, P or S${insteadOf(basis)}`);
  const entries = new Map<string, SaftPtEntry>();
  const chain = saftPtChain(program, undefined, {
    signed(given, record, { id, issueDate }) {
      if (issueDate >= start && issueDate <= end) entries.set(id, { given, record });
    },
    cancelled({ invoiceId, ...cancelled }) {
      const entry = entries.get(invoiceId);
      if (entry !== undefined) entries.set(invoiceId, { ...entry, cancelled });
    },
  });
  for await (const _ of readRecords(chain, company, { since, except }));
  if (entries.size > 0) return saftFile([...entries.values()], program, { start, end, created, producer, user, basis });
  throw new Refusal("invoice_not_found", `No invoice and no credit note was issued from ${start} to ${end}.`);
}

/**
 * What keeps a document from being signed and reported, as far as it shows; empty if nothing does. `rule` is the element of
 * SAF-T (PT). Each gap names the field that fixes it. An issued document gains no fields, so ask before you issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { saftPtGaps } from "faktura/einvoice/pt";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * await company.saveProfile({
 *   ...{ name: "Empresa Lda", country: "PT", vatRegistered: true, ossRegistered: false, vatNumber: "PT500000000" },
 *   ...{ defaultCurrency: "EUR", invoicePrefix: "A2026" },
 *   address: { line1: "Rua A 1", postalCode: "1000-001", city: "Lisboa" },
 * });
 * const items = [{ description: "Consultoria", quantity: 2, unitPrice: 100 }];
 * const invoice = await company.issue({ clientName: "Cliente", clientCountry: "PT", items });
 *
 * const [gap] = saftPtGaps(invoice);
 * console.log(gap?.rule, gap?.field); // InvoiceNo seller.national.pt.series
 * ```
 */
export function saftPtGaps(document: EinvoiceDocument, options: SaftPtGapOptions = {}): EinvoiceGap[] {
  requireDocument("saftPtGaps", document);
  requireOptions("saftPtGaps", options, { ownProfile: true });
  return gapsOf(portugueseDocumentOf(withOwnProfile(document, options.ownProfile)));
}

/** The signatures of a certified program, for every document of a seller in Portugal. */
export const saftPt = {
  ...{ id: "saft-pt", name: "SAF-T (PT)", sellers: ["PT"] },
  appliesTo: (document: EinvoiceDocument) => isUnderNumberOf("PT", document),
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => saftPtGaps(document, { ownProfile }),
  records: saftPtRecords,
} satisfies DocumentFormat;

/** Reasons without VAT have the codes of Portugal, which EN 16931 does not know. */
const WITHOUT_CODES = "BR-CL-22";

function ciusGapsOf(terms: DocumentTerms): EinvoiceGap[] {
  const ofEn16931 = en16931GapsOf(terms, "en16931", "ubl").filter(({ rule }) => rule !== WITHOUT_CODES);
  return [...ofEn16931, ...brokenRules("CIUS-PT", CIUS_PT_RULES, terms)];
}

/** CIUS-PT 2.1.1, a profile of UBL for businesses and public clients in Portugal. */
export const ciusPt = {
  ...{ id: "cius-pt", name: "CIUS-PT", sellers: ["PT"] },
  appliesTo: (document: EinvoiceDocument) => isForBusiness(document) && document.clientCountry === "PT",
  gaps(document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}): EinvoiceGap[] {
    requireDocument("ciusPt.gaps", document);
    return ciusGapsOf(ciusTerms(document, ownProfile));
  },
  syntaxes: {
    ubl: {
      ...{ mediaType: "application/xml", extension: "xml", name: "UBL 2.1" },
      write(document: IssuedDocument): string {
        requireDocument("ciusPt.syntaxes.ubl.write", document);
        const terms = ciusTerms(document);
        const gaps = ciusGapsOf(terms);
        if (gaps.length > 0) throw incompleteRefusal(gaps, "CIUS-PT");
        return writeCius(terms);
      },
    },
  },
} satisfies DocumentFormat;
