import type { BookChange } from "../../domain/books/book-change.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { insteadOf } from "../../domain/instead-of.ts";
import { centsText } from "../../domain/money/decimal-text.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import { base64Of } from "../attachments.ts";
import { type ChainedRecord, type ChainOfRecords, type RecordedChange, requireComplete } from "../chain-of-records.ts";
import { type EinvoiceDocument, type IssuedDocument, numberOf } from "../document.ts";
import { localTimeText } from "../local-time.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type PortugueseDocument, portugueseDocumentOf } from "./portuguese-document.ts";
import { qrText } from "./qr.ts";
import { SAFT_PT_RULES } from "./rules.ts";
import { atcudOf, type SeriesNumber, seriesNumber } from "./series-number.ts";

/** A key of the certified program, whose public half the tax authority has. */
export interface SaftPtKey {
  /** `HashControl`: the version of the key, 1 to 10 digits. */
  readonly version: string;
  /** The first issue date of documents that it signs. Absent: all before the next key. */
  readonly since?: CalendarDay | undefined;
  /** Signs the bytes by RSA with SHA-1 (PKCS#1 1.5) and a key of 1,024 bits, and returns 128 bytes: always the same. */
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/** The certified program. */
export interface SaftPtProgram {
  /** The number of its certificate. */
  readonly certificate: number;
  /** Its keys, oldest first. */
  readonly keys: readonly SaftPtKey[];
  /** Field `S` of the QR code: other information, such as how the document was paid. At most 65 characters. Absent: none. */
  readonly other?: ((document: EinvoiceDocument) => string | undefined) | undefined;
}

/** A signed document. */
export interface SaftPtRecord extends ChainedRecord {
  /** `InvoiceNo`: the number as the tax authority knows it, such as `FT A2026/42`. */
  readonly invoiceNo: string;
  /** The code of the document, printed as `ATCUD:` and it on each page. */
  readonly atcud: string;
  /** `SystemEntryDate`: when it was issued, in the company's time zone, such as `2026-11-20T11:27:08`. */
  readonly enteredAt: string;
  /** `Hash`: the signature in Base64, 172 characters. */
  readonly hash: string;
  /** `HashControl`: the version of the key. */
  readonly hashControl: string;
  /** The hash of the document before it in its series; empty of the first one. */
  readonly previous: string;
  /** What is printed: four characters of the hash, and the certificate. */
  readonly printed: string;
  /** The text of the QR code. */
  readonly qr: string;
}

/** The last hash of each series, by prefix. */
type LastHashes = ReadonlyMap<string, string>;

/** A change that is signed. */
interface Signed extends RecordedChange {
  readonly document: IssuedDocument;
}

/** Who learns what the books say of each document. */
export interface SaftPtListener {
  signed?(given: PortugueseDocument, record: SaftPtRecord, document: IssuedDocument): void;
  cancelled?(change: Extract<BookChange, { kind: "invoice.cancelled" }>): void;
}

export const RECORD_FIELDS = [
  ...(["position", "number", "invoiceNo", "atcud", "enteredAt"] as const),
  ...(["hash", "hashControl", "previous"] as const),
] as const satisfies (keyof SaftPtRecord)[];

/**
 * The chains of signed documents, one for each series. `listener` learns what each record was made of.
 *
 * @see Portaria 363/2010; Despacho 8632/2014
 */
export function saftPtChain(
  program: SaftPtProgram,
  series: string | undefined,
  listener: SaftPtListener = {},
): ChainOfRecords<Signed, SaftPtRecord, LastHashes> {
  return {
    ...{ name: "saftPtRecords", state: "PT", fields: RECORD_FIELDS },
    recordedBy: async (_books, change) => {
      if (change.kind === "invoice.cancelled") listener.cancelled?.(change);
      const document = issuedBy(change);
      const isOther = series !== undefined && document !== undefined && prefixOf(document) !== series;
      return document === undefined || isOther ? undefined : { document };
    },
    linkBefore: ({ previous }) => new Map([[series!, previous]]),
    write: async (_books, { document }, { position, at }, last = new Map()) => {
      const given = portugueseDocumentOf(document);
      requireComplete(numberOf(document), gapsOf(given), "SAF-T (PT)");
      const number = given.number!;
      const previous = last.get(number.prefix) ?? "";
      const record = { position, number: numberOf(document), ...(await signed(program, given, number, previous, at)) };
      listener.signed?.(given, record, document);
      return { record, link: new Map([...last, [number.prefix, record.hash]]) };
    },
  };
}

/** What a document lacks. */
export function gapsOf(given: PortugueseDocument): EinvoiceGap[] {
  return brokenRules("SAF-T (PT)", SAFT_PT_RULES, given);
}

function issuedBy(change: BookChange): IssuedDocument | undefined {
  if (change.kind === "invoice.issued") return change.invoice;
  return change.kind === "credit_note.issued" ? change.creditNote : undefined;
}

/** Also of a document whose series is in no profile: it has a gap, which must not be passed over. */
function prefixOf(document: EinvoiceDocument): string | undefined {
  return seriesNumber(document, numberOf(document))?.prefix ?? numberOf(document).replace(/-\d{6}-\d+$/, "");
}

async function signed(
  program: SaftPtProgram,
  given: PortugueseDocument,
  number: SeriesNumber,
  previous: string,
  at: string,
): Promise<Omit<SaftPtRecord, keyof ChainedRecord>> {
  const { document, gross } = given;
  const { version, sign } = program.keys.findLast(({ since = "" }) => since <= document.issueDate) ?? program.keys[0]!;
  const enteredAt = localTimeText(at, timeZoneOf(document.seller)).slice(0, "2026-11-20T11:27:08".length);
  const text = signedText({ date: document.issueDate, enteredAt, invoiceNo: number.invoiceNo, gross, previous });
  const bytes: unknown = await sign(new TextEncoder().encode(text));
  if (!(bytes instanceof Uint8Array && bytes.length === 128)) {
    throw new TypeError(
      `sign must return a Uint8Array of 128 bytes, the signature by a key of 1,024 bits${insteadOf(bytes)}`,
    );
  }
  const hash = base64Of(bytes);
  const characters = [0, 10, 20, 30].map((place) => hash[place]).join("");
  const { certificate } = program;
  return {
    ...{ invoiceNo: number.invoiceNo, atcud: atcudOf(number), enteredAt, hash, hashControl: version, previous },
    printed: `${characters}-Processado por programa certificado n.º ${certificate}/AT`,
    qr: qrText(given, number, { characters, certificate, other: program.other?.(document) }),
  };
}

/** What is signed of a document. */
export function signedText(given: {
  readonly date: CalendarDay;
  readonly enteredAt: string;
  readonly invoiceNo: string;
  readonly gross: string;
  readonly previous: string;
}): string {
  return [given.date, given.enteredAt, given.invoiceNo, centsText(given.gross), given.previous].join(";");
}
