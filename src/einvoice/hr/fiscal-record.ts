import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { insteadOf } from "../../domain/instead-of.ts";
import { centsText } from "../../domain/money/decimal-text.ts";
import { type ChainedRecord, type ChainOfRecords, requireComplete } from "../chain-of-records.ts";
import { type EinvoiceDocument, type IssuedDocument, isUnderNumberOf, numberOf } from "../document.ts";
import { localTime } from "../local-time.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type FiscalInvoice, fiscalInvoiceOf, type PaymentCode, ZONE } from "./fiscal-invoice.ts";
import { fiscalNumberText } from "./fiscal-number.ts";
import { FISCAL_RULES } from "./fiscal-rules.ts";
import { type CompleteInvoice, momentText, writeRacun } from "./write-racun.ts";

/** The name of the Tax Administration's service among the portals. */
export const FISCAL_PORTAL = "fiskalizacija";

/** What a record is made with. */
export interface FiscalSigning {
  /**
   * Signs the bytes with the private key of the company's fiscal certificate: RSA with SHA-1 and PKCS #1 v1.5, which gives the
   * same signature each time.
   */
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** When the message is sent. Absent: when the document was issued. */
  readonly sentAt?: Date | undefined;
}

/** What is sent and printed of an invoice or a credit note. */
export interface FiscalFacts {
  /** Which of both it is. */
  readonly kind: "invoice" | "credit_note";
  /** The id of the invoice or credit note, with which its JIR is recorded. */
  readonly documentId: string;
  /** The number of the invoice or credit note, as the library has it. */
  readonly number: string;
  /** Its number in Croatia, such as `1/POSL1/12`. */
  readonly fiscalNumber: string;
  /** The issuer's protective code (ZKI), 32 hexadecimal digits. */
  readonly zki: string;
  /** The number that the Tax Administration gave it (JIR); absent until it is recorded. */
  readonly jir?: string | undefined;
  /** `RacunZahtjev`, not signed yet, as an element with the `Id` `RacunZahtjev` and without an XML declaration. */
  readonly xml: string;
  /** The QR code with what the law wants to be printed, as `codes` of `renderPdf` takes it. */
  readonly code: {
    /** The link to the Tax Administration. */
    readonly url: string;
    /** Above the code: number, time, operator and way of payment. */
    readonly heading: string;
    /** Below it: ZKI and JIR. */
    readonly label: string;
  };
}

/** What is sent and printed of a document, after its place in the books. */
export interface FiscalRecord extends ChainedRecord, FiscalFacts {}

/** What the service of the Tax Administration would not take, or the law does not allow. */
export function fiscalGapsOf(invoice: FiscalInvoice): EinvoiceGap[] {
  return brokenRules(FISCAL_NAME, FISCAL_RULES, invoice);
}

export const FISCAL_NAME = "Fiskalizacija";

/**
 * The invoice of a document, whose number is above the `last` one of its run. Previews have no counter, so only an issued
 * document shows that.
 *
 * @throws Refusal `einvoice_incomplete` that names the document
 */
function completeInvoice(document: IssuedDocument, lastOf: (run: string) => number = () => 0): CompleteInvoice {
  const invoice = fiscalInvoiceOf(document);
  requireComplete(numberOf(document), fiscalGapsOf(invoice), FISCAL_NAME);
  const { number } = invoice as CompleteInvoice;
  const isNew = number.counter > lastOf(runOf(invoice as CompleteInvoice));
  const detail = `${FISCAL_NAME} has each number once a year, from 1, and ${fiscalNumberText(number)} is not a new one. Correct the prefixes in the company's profile, and pass this number in except.`;
  const gap = {
    rule: "BrOznRac",
    field: invoice.isCreditNote ? "seller.creditNotePrefix" : "seller.invoicePrefix",
    detail,
  };
  requireComplete(numberOf(document), isNew ? [] : [gap], FISCAL_NAME);
  return invoice as CompleteInvoice;
}

/** All registers of premises with one run of numbers share it. */
const runOf = ({ number: { premises, register, run }, issuedAt }: CompleteInvoice) =>
  `${premises}/${run === "P" ? "" : register}/${issuedAt.year}`;

/** What is sent and printed of a document, as the library returns it now. @throws Refusal `einvoice_incomplete` */
export async function fiscalFactsOf(
  document: IssuedDocument,
  { sign, sentAt = new Date(document.issuedAt) }: FiscalSigning,
  invoice: CompleteInvoice = completeInvoice(document),
): Promise<FiscalFacts> {
  const zki = await zkiOf(invoice, sign);
  const jir = document.portalNumbers?.find(({ portal }) => portal === FISCAL_PORTAL)?.number;
  const isRepeated = document.portalRefusals?.some(({ portal }) => portal === FISCAL_PORTAL) === true;
  const message = { id: uuidOf(`${document.id} ${isRepeated} ${sentAt.toISOString()}`), zki, isRepeated };
  return {
    ...{ kind: invoice.isCreditNote ? "credit_note" : "invoice", documentId: document.id },
    ...{ number: numberOf(document), fiscalNumber: fiscalNumberText(invoice.number), zki, ...(jir && { jir }) },
    xml: writeRacun(invoice, { ...message, sentAt: localTime(sentAt, ZONE) }),
    code: codeOf(invoice, zki, jir),
  };
}

/**
 * The issuer's protective code: MD5 of the signature of what identifies the document.
 *
 * @throws TypeError if `sign` returns no bytes
 */
async function zkiOf({ oib, issuedAt, number, total }: CompleteInvoice, sign: FiscalSigning["sign"]): Promise<string> {
  const { counter, premises, register } = number;
  const text = `${oib}${momentText(issuedAt, " ")}${counter}${premises}${register}${centsText(total)}`;
  const signature: unknown = await sign(utf8ToBytes(text));
  if (!(signature instanceof Uint8Array)) throw new TypeError(`sign must return a Uint8Array${insteadOf(signature)}`);
  return bytesToHex(md5(signature));
}

/** A UUID that follows from a text, so that the same message always has the same one. */
function uuidOf(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text))).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** How the page names the ways of payment. */
const PAYMENT_WORDS: Readonly<Record<PaymentCode, string>> = {
  ...{ G: "gotovina", K: "kartica", T: "transakcijski račun", O: "ostalo" },
};

/** Always in Croatian, because the law and the Tax Administration's page are. */
function codeOf({ number, issuedAt, total, payment, operator }: CompleteInvoice, zki: string, jir: string | undefined) {
  const { year, month, day, hour, minute } = issuedAt;
  const cents = centsText(total)
    .replace(".", "")
    .replace(/^(-?)0+(?=\d)/, "$1");
  const moment = `${day}.${month}.${year}. ${hour}:${minute}`;
  const headings = [operator.name, operator.oib].map(
    (name) => `Račun ${fiscalNumberText(number)}, ${moment}, operater ${name}, ${PAYMENT_WORDS[payment]}`,
  );
  return {
    url: `https://porezna.gov.hr/rn?${jir === undefined ? `zki=${zki}` : `jir=${jir}`}&datv=${year}${month}${day}_${hour}${minute}&izn=${cents}`,
    // A longer text has no room above a code.
    heading: headings.find(({ length }) => length <= 100) ?? headings.at(-1)!,
    label: `ZKI: ${zki}${jir === undefined ? "" : ` JIR: ${jir}`}`,
  };
}

/** Whether a document is fiscalised: it is for a consumer, or a business that gets no electronic invoice. */
export function isFiscalized(document: EinvoiceDocument): boolean {
  return isUnderNumberOf("HR", document) && !fiscalInvoiceOf(document).isSentOtherwise;
}

/** The fields of a record as it is returned. The code covers what identifies the document; the rest may change. */
export const RECORD_FIELDS = [
  "position",
  "number",
  "fiscalNumber",
  "zki",
  "xml",
] as const satisfies (keyof FiscalRecord)[];

/** The last number of each run: two prefixes can give the same ones. */
type Runs = Map<string, number>;

/** The records of fiscalised documents. Each is that of a document as it is now, and no number is used twice. */
export function fiscalChain(signing: FiscalSigning): ChainOfRecords<{ document: IssuedDocument }, FiscalRecord, Runs> {
  return {
    ...{ name: "fiscalRecords", state: "HR", fields: RECORD_FIELDS, linkBefore: () => undefined },
    async recordedBy(books, change) {
      // What was recorded later is only in the document as it is read alone.
      if (change.kind === "invoice.issued" && isFiscalized(change.invoice))
        return { document: await books.get(change.invoice.id) };
      if (change.kind === "credit_note.issued" && isFiscalized(change.creditNote))
        return { document: await books.getCreditNote(change.creditNote.id) };
      return undefined;
    },
    async write(_, { document }, { position }, runs = new Map()) {
      const invoice = completeInvoice(document, (run) => runs.get(run) ?? 0);
      runs.set(runOf(invoice), invoice.number.counter);
      return { record: { position, ...(await fiscalFactsOf(document, signing, invoice)) }, link: runs };
    },
  };
}
