import { type DocumentFormat, type FormatGapOptions, incompleteRefusal } from "../../domain/invoice/document-format.ts";
import { isHealthService } from "../../domain/invoice/exempt-sales.ts";
import { requireOptions } from "../../domain/known-names.ts";
import {
  type EinvoiceDocument,
  type IssuedDocument,
  isUnderNumberOf,
  requireDocument,
  requireIssued,
} from "../document.ts";
import { withOwnProfile } from "../own-profile.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { type Fattura, fatturaOf } from "./fattura.ts";
import { FATTURA_RULES } from "./rules.ts";
import { writeFattura } from "./write-fattura.ts";

export type { DocumentFormat, FormatGapOptions } from "../../domain/invoice/document-format.ts";
export { type FieldError, isRefusal, Refusal, type RefusalCode } from "../../domain/refusal.ts";
export type { EinvoiceDocument, IssuedDocument } from "../document.ts";
export type { EinvoiceGap } from "../rules/gap-rule.ts";

const PROGRESSIVE = /^[A-Za-z0-9]{1,10}$/;

/** Options of {@link toFatturaPA}. */
export interface FatturaPAOptions {
  /**
   * The transmitter's own number of the file (`ProgressivoInvio`): 1 to 10 letters and digits. Absent: the last ten of the
   * document's number.
   */
  readonly progressive?: string | undefined;
}

/** Options of {@link fatturaPaGaps}. */
export type FatturaPAGapOptions = Pick<FormatGapOptions, "ownProfile">;

/**
 * The document as FatturaPA 1.2.3 in UTF-8, without a signature: `FPA12` if the client's code is that of a public office,
 * else `FPR12`. Amounts are those that were issued. Later payments do not change it.
 *
 * @throws Refusal `einvoice_incomplete` with the gaps that {@link fatturaPaGaps} lists
 * @throws TypeError if `document` is not an issued document, such as a preview or a promise, or an option is not known or invalid
 */
export function toFatturaPA(document: IssuedDocument, options: FatturaPAOptions = {}): string {
  requireIssued("toFatturaPA", document);
  requireOptions("toFatturaPA", options, { progressive: true });
  const fattura = fatturaOf(document);
  const gaps = gapsOf(fattura);
  if (gaps.length > 0) throw incompleteRefusal(gaps, "FatturaPA");
  return writeFattura(fattura, requireProgressive(options.progressive ?? lastOf(fattura.number)));
}

/**
 * The checks of the exchange system (SdI) that a document would not pass, as far as it can tell; empty if it can be written.
 * Each gap names the field that fixes it. An issued document gains no fields, so ask before you issue.
 *
 * @throws TypeError if `document` is no document, such as a promise of one, or an option is not known
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { fatturaPaGaps } from "faktura/einvoice/it";
 * import { memoryStore } from "faktura/memory";
 *
 * const company = createInvoicing({ store: memoryStore() }).company("firma");
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "IT00743110157" };
 * const address = { line1: "Via Roma 1", postalCode: "20121", city: "Milano", region: "MI" };
 * await company.saveProfile({ name: "Ditta Srl", country: "IT", ...vat, defaultCurrency: "EUR", invoicePrefix: "FT", address });
 * const items = [{ description: "Consulenza", quantity: 2, unitPrice: 100 }];
 * const client = { clientName: "Cliente Spa", clientCountry: "IT", clientAddress: address };
 * const invoice = await company.issue({ ...client, items });
 *
 * const [gap] = fatturaPaGaps(invoice);
 * console.log(gap?.rule, gap?.field); // 00417 clientIdentifier
 * ```
 */
export function fatturaPaGaps(document: EinvoiceDocument, options: FatturaPAGapOptions = {}): EinvoiceGap[] {
  requireDocument("fatturaPaGaps", document);
  requireOptions("fatturaPaGaps", options, { ownProfile: true });
  return gapsOf(fatturaOf(withOwnProfile(document, options.ownProfile)));
}

/** FatturaPA, for every client of a seller in Italy. */
export const fatturaPa = {
  ...{ id: "fatturapa", name: "FatturaPA", sellers: ["IT"] },
  // Health services to consumers must not go through the exchange system (DL 119/2018, articolo 10-bis).
  appliesTo: (document: EinvoiceDocument) => !isHealthService(document) && isUnderNumberOf("IT", document),
  gaps: (document: EinvoiceDocument, { ownProfile }: FormatGapOptions = {}) => fatturaPaGaps(document, { ownProfile }),
  syntaxes: {
    fatturapa: {
      ...{ mediaType: "application/xml", extension: "xml", name: "FatturaPA 1.2.3" },
      parameters: {
        progressive: {
          description: "The number of the file. Absent: the last ten letters and digits of the document's number",
          ...{ form: "1 to 10 letters and digits", pattern: PROGRESSIVE.source },
          isValid: (value: string) => PROGRESSIVE.test(value),
        },
      },
      write: toFatturaPA,
    },
  },
} satisfies DocumentFormat;

function gapsOf(fattura: Fattura): EinvoiceGap[] {
  return brokenRules("FatturaPA", FATTURA_RULES, fattura);
}

/** The last ten letters and digits of a number. */
function lastOf(number: string): string {
  return number.replace(/[^A-Za-z0-9]/g, "").slice(-10);
}

function requireProgressive(given: string): string {
  if (PROGRESSIVE.test(given)) return given;
  throw new TypeError("toFatturaPA: progressive must be 1 to 10 letters and digits");
}
