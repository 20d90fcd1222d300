import type { RuleRow } from "../rules/gap-rule.ts";
import type { AddressTerms, DocumentTerms } from "../terms.ts";
import { isNegative, writeCius } from "./cius-terms.ts";

type Row = RuleRow<DocumentTerms>;

const lacks = (address: AddressTerms | undefined) =>
  [address?.line1, address?.city, address?.postalCode].some((part) => part === undefined);

const TYPES = ["380", "381", "383", "386", "389"];
const MEANS = ["30", "48", "49", "57", "58", "59"];

/** What is at most so long, as an element of UBL: the longest text, and the fields that it is made of. */
const LENGTHS: readonly (readonly [element: string, most: number, field: string])[] = [
  ["cac:OrderReference><cbc:ID", 20, "purchaseOrderReference"],
  ["cbc:SalesOrderID", 20, "salesOrderReference"],
  ["cac:DespatchDocumentReference><cbc:ID", 20, "despatchReference"],
  ["cac:ReceiptDocumentReference><cbc:ID", 20, "goodsReceiptReference"],
  ["cac:OriginatorDocumentReference><cbc:ID", 20, "tenderReference"],
  ["cac:ContractDocumentReference><cbc:ID", 20, "contractReference"],
  ["cbc:LineID", 20, "items[].purchaseOrderLine"],
  ["cbc:Note", 200, "notes"],
  ["cbc:ID", 50, "buyerReference"],
  ["cbc:BuyerReference", 50, "buyerReference"],
  ["cbc:AccountingCost", 50, "buyerAccountingReference"],
  ["cbc:ProfileID", 50, "businessProcess"],
  ["cbc:CompanyID", 50, "clientRegistrationNumber"],
  ["cbc:EndpointID", 50, "clientElectronicAddress"],
  ["cbc:ItemClassificationCode", 50, "items[].classifications"],
  ["cbc:\\w+", 200, "items[].description"],
];

const LENGTH_ROWS = LENGTHS.map(([element, most, field]): Row => {
  // A full stop of the rules matches no line break.
  const long = new RegExp(`<${element}(?: [^>]*)?>(?:[^<]{${most + 1},}|[^<]*\\n[^<]*)<`);
  const detail = `takes at most ${most} characters in one line here. Shorten the text`;
  return [
    element.replace(/\W*cbc:\\w\+/, "texts").replace("><", "/"),
    field,
    detail,
    (terms) => long.test(writeCius(terms)),
  ];
});

/**
 * CIUS-PT, beyond EN 16931, as far as an issued document can break it.
 *
 * @see eSPap, CIUS-PT 2.1.1, Schematron
 */
// biome-ignore format: a rule a line
export const CIUS_PT_RULES: readonly Row[] = [
  ["BR-CIUS-PT-01", "seller.vatNumber", "needs the company's VAT number. Set vatNumber in the company's profile", ({ seller }) => seller.vatNumber === undefined],
  ["BR-CIUS-PT-03", "clientVatNumber", "needs the client's VAT number. Set clientVatNumber", ({ buyer }) => buyer.vatNumber === undefined],
  ["BR-CIUS-PT-05", "seller.address", "needs the company's street, city and postal code. Set address in the company's profile", ({ seller }) => lacks(seller.address)],
  ["BR-CIUS-PT-21", "deliverTo.address", "needs street, city and postal code of the delivery. Set clientAddress or deliverTo", ({ deliverTo }) => lacks(deliverTo.address)],
  ["BR-CIUS-PT-25", "precedingInvoices", "needs the invoices that a credit note or a debit note corrects. Set precedingInvoices", ({ isCreditNote, typeCode, precedingInvoices }) => (isCreditNote || typeCode === "383") && precedingInvoices.length === 0],
  ["BR-CO-25", "dueDate", "needs the day of payment. Set dueDate or paymentTerms", ({ totals, dueDate, paymentTerms }) => Number(totals.payableAmount) > 0 && dueDate === undefined && paymentTerms === undefined],
  ["DT-CIUS-PT-003", "documentType", "takes the types 380, 383, 386 and 389, and credit notes 381. Correct documentType", ({ typeCode }) => !TYPES.includes(typeCode)],
  ["DT-CIUS-PT-079", "payment.means", `takes the payment means ${MEANS.join(", ")}. Correct payment.means`, ({ payment }) => payment !== undefined && !MEANS.includes(payment.means)],
  ["DT-CIUS-PT-080", "paymentReference", "has references of Multibanco only. Leave paymentReference out", ({ payment }) => payment?.reference !== undefined],
  ["DT-CIUS-PT-105", "items", "has the categories S, E, AE, G and Z. Issue another file for other sales", ({ breakdown }) => breakdown.some(({ category }) => !["S", "E", "AE", "G", "Z"].includes(category))],
  ["BR-CIUS-PT-17", "items[].national.pt.exemption", "needs the same code on each exempt line, and no exempt allowances and charges without one. Set national.pt.exemption", ({ lines, breakdown }) => breakdown.some( ({ category, vatexCode }) => category === "E" && (vatexCode === undefined || lines.some((line) => line.category === "E" && !line.attributes?.some(({ value }) => value === vatexCode))), )],
  ["DT-CIUS-PT-098", "currency", "has amounts in euros. Issue the invoice in EUR", ({ currency, taxCurrency }) => currency !== "EUR" || taxCurrency !== undefined],
  ["DT-CIUS-PT-117", "items[].quantity", "takes three decimals of a quantity, eight of a price and two of a percentage. Round them", (terms) => /<cbc:\w*Quantity[^>]*>-?\d+\.\d{4}|<cbc:PriceAmount[^>]*>\d+\.\d{9}|<cbc:(?:Percent|MultiplierFactorNumeric)>\d+\.\d{3}/.test( writeCius(terms), )],
  ["DT-CIUS-PT-097", "items", "has no negative totals, allowances and charges. Issue a credit note instead", ({ totals, adjustments, lines }) => isNegative(totals.netAmount, totals.payableAmount, totals.allowanceTotal, totals.chargeTotal, ...[...adjustments, ...lines.flatMap((line) => line.adjustments)].flatMap(({ amount, baseAmount }) => [ amount, baseAmount, ]))],
  ["DT-CIUS-PT-153", "projectReference", "has no project on a credit note. Leave projectReference out", ({ isCreditNote, projectReference }) => isCreditNote && projectReference !== undefined],
  ["DT-CIUS-PT-146", "items[].originCountry", "does not know South Sudan and Kosovo. Leave originCountry out, or use another format", ({ lines, buyer, deliverTo }) => [buyer.address.country, deliverTo.address?.country, ...lines.map(({ originCountry }) => originCountry)].some((code) => ["SS", "1A"].includes(code ?? ""))],
  ["DT-CIUS-PT-027", "seller.identifiers", "knows the schemes of identifiers before 0200, and not that of SEPA. Leave the scheme out", (terms) => /<cbc:(?:ID|CompanyID) schemeID="(?:0[2-9]|SEPA)/.test(writeCius(terms))],
  ["DT-CIUS-PT-138", "items[].classifications", "takes 20 characters of the version of a list. Shorten listVersion", ({ lines }) => lines.some(({ classifications = [] }) => classifications.some(({ listVersion = "" }) => [...listVersion].length > 20))],
  ["BR-CO-19", "period", "needs the period of the invoice beside taxPointCode, which cash accounting sets. Set period", ({ taxPointCode, period }) => taxPointCode !== undefined && period === undefined],
  ...LENGTH_ROWS,
];
