import { vatCheckOf } from "../../domain/vat/number/checksums.ts";
import { isCreditNote } from "../document.ts";
import type { RuleRow } from "../rules/gap-rule.ts";
import { FINAL_CONSUMER, type PortugueseDocument, type PortugueseDocumentLine } from "./portuguese-document.ts";

/** The largest simplified invoice of a retailer in euros, with VAT. @see Código do IVA, artigo 40.º */
const LARGEST_SIMPLIFIED = 1000;

const isNif = (nif: string) => /^[1-9]\d{8}$/.test(nif) && vatCheckOf("PT")(nif) === true;

const any = (isBroken: (line: PortugueseDocumentLine) => boolean) => (given: PortugueseDocument) =>
  given.lines.some(isBroken);

const untaxed = ({ tax }: PortugueseDocumentLine) => tax.percent === "0";

/** The types that a document can have, by its kind. */
function typesOf({ document }: PortugueseDocument): readonly string[] {
  if (isCreditNote(document)) return ["NC"];
  if (document.documentType === "384") return [];
  return document.documentType === "383" ? ["ND"] : ["FT", "FS", "FR"];
}

/** What keeps a document from being signed and reported. `rule` is the element of SAF-T (PT). */
export const SAFT_PT_RULES: readonly RuleRow<PortugueseDocument>[] = [
  [
    "TaxRegistrationNumber",
    "seller.vatNumber",
    "needs the company's NIF with a right check. Set vatNumber, or taxNumber, in the company's profile",
    ({ sellerNif }) => !isNif(sellerNif),
  ],
  [
    "CompanyAddress",
    "seller.address",
    "needs the company's street, postal code and city. Set address in the company's profile",
    ({ document: { seller } }) =>
      [seller.address?.line1, seller.address?.postalCode, seller.address?.city].some((part) => part === undefined),
  ],
  [
    "InvoiceNo",
    "seller.national.pt.series",
    "needs the type and the code of the series, which the tax authority knows. Set national.pt.series in the company's profile, with the prefix of this series; a prefix has no slash",
    ({ number }) => number === undefined || number.prefix.includes("/"),
  ],
  [
    "InvoiceType",
    "series",
    "has one type in each series: credit notes in one of type NC, debit notes (383) of ND, other invoices of FT, FS or FR, and no corrected invoices (384). Set series of the order, or correct national.pt.series in the company's profile",
    (given) => given.number !== undefined && !typesOf(given).includes(given.number.type),
  ],
  [
    "InvoiceType",
    "items",
    `has simplified invoices of up to EUR ${LARGEST_SIMPLIFIED} with VAT. Set series to one of type FT`,
    ({ number, gross }) => number?.type === "FS" && Number(gross) > LARGEST_SIMPLIFIED,
  ],
  [
    "References",
    "precedingInvoices",
    "needs the invoices that a credit note or a debit note corrects. Set precedingInvoices, or correctedInvoices of a credit note",
    (given) => ["NC", "ND"].includes(typesOf(given)[0] ?? "") && given.corrected.length === 0,
  ],
  [
    "CustomerTaxID",
    "clientVatNumber",
    "needs a Portuguese client's NIF with a right check, and has room for 30 characters. Correct clientVatNumber, or leave it out",
    ({ document: { clientCountry }, clientNif }) =>
      clientNif.length > 30 || (clientCountry === "PT" && clientNif !== FINAL_CONSUMER && !isNif(clientNif)),
  ],
  [
    "TaxCountryRegion",
    "items[].national.pt.region",
    "has the rates of the mainland, the Azores and Madeira, and no VAT of other states. Set national.pt.region of the line, or correct its VAT",
    any(({ tax }) => tax.code === undefined),
  ],
  [
    "TaxExemptionCode",
    "items[].national.pt.exemption",
    "needs the code of the reason why a line is without VAT, and takes none of others. Set national.pt.exemption of the line, such as M07",
    any((line) => untaxed(line) === (line.exemptionCode === undefined)),
  ],
  [
    "TaxExemptionReason",
    "items[].exemption",
    "needs 6 characters or more that say why a line is without VAT. Set its exemption, or exemptionReason with VAT by hand",
    any((line) => untaxed(line) && [...(line.exemptionReason?.trim() ?? "")].length < 6),
  ],
  [
    "ProductDescription",
    "items[].description",
    "needs 2 characters or more. Set a longer description",
    any(({ description }) => [...description.trim()].length < 2),
  ],
  [
    "TaxPayable",
    "items",
    "has no negative net total, VAT or gross total. Issue a credit note instead",
    ({ net, vat, gross }) => [net, vat, gross].some((amount) => amount.startsWith("-")),
  ],
  ["GrossTotal", "exchangeRate", "has amounts in euros. Set exchangeRate to EUR", ({ isInEuros }) => !isInEuros],
];
