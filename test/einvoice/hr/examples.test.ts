/**
 * Goal: the Tax Administration's own examples of invoices between businesses are written again, equal in meaning.
 * Method: each example becomes an order, with the numbers of our parties and a day since the rules began. What both files say of
 * kind, lines, VAT and sums is compared, and the official rules judge ours. The others have a tax or a kind that no order says.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompanyProfile, type InvoiceOrder, isRefusal } from "faktura";
import { expect, test } from "vitest";
import { NATIONAL_RULES, NO_NATIONAL_RULES } from "../../en16931/rules.ts";
import { openBooks } from "../../service/books.ts";
import { describeUnless, isSkipped } from "../../support/skipping.ts";
import { judge, written } from "../official.ts";
import { STATE_ORDERS } from "../state-orders.ts";

/** Those that no order says: other taxes and fees (`HR:PPMV`, `HR:N`, `HR:POVNAK`, `HR:PP`), a total below 0, a prepaid credit note. */
const OTHERS = [
  ...["Racun_za_leasing_PDV_PPMV_aktivacija.xml", "Storno_racuna_za_predujam_negativni_racun.xml"],
  ...["Storno_racuna_za_predujam_odobrenje.xml", "eRacun_PDV25_i_Neoporeziva_naknada_trosak.xml"],
  ...["eRacun_PDV_NEOP_POVRATNA_NAKNADA_stavka.xml", "eRacun_PDV_NEOP_POVRATNA_NAKNADA_trosak.xml"],
  "eRacun_PDV_NEOP_PP_trosak.xml",
];
const folder = () => join(NATIONAL_RULES!, "hr-fiscal/eracun-examples");
const ALL = isSkipped(NO_NATIONAL_RULES) ? [] : readdirSync(folder());

/** The texts of all elements with this name. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`, "g"))].map(([, text]) => text!);

const AMOUNTS = [
  ...["InvoicedQuantity", "CreditedQuantity", "PriceAmount", "LineExtensionAmount", "TaxableAmount", "TaxAmount"],
  ...["TaxExclusiveAmount", "TaxInclusiveAmount", "PrepaidAmount", "PayableAmount", "Percent"],
];
const TEXTS = [
  ...["InvoiceTypeCode", "CreditNoteTypeCode", "DocumentCurrencyCode", "ItemClassificationCode"],
  ...["TaxExemptionReason"],
];

/** What a file says of kind, lines, VAT and sums, each once. */
function contentOf(xml: string) {
  // Croatia's names of other categories only repeat category and rate.
  const categories = [...xml.matchAll(/TaxCategory>\s*<cbc:ID>(\w+)/g)].map(([, id]) => id);
  const once = (values: readonly unknown[]) => [...new Set(values)].sort();
  return {
    categories: once(categories),
    isByPayments: xml.includes("HRObracunPDVPoNaplati"),
    ...Object.fromEntries(AMOUNTS.map((name) => [name, once(textsOf(xml, name).map(Number))])),
    ...Object.fromEntries(TEXTS.map((name) => [name, once(textsOf(xml, name))])),
  };
}

/** The order of an example with one line. */
function orderOf(xml: string): InvoiceOrder {
  const first = (name: string) => textsOf(xml, name)[0];
  const vatCategory = /ClassifiedTaxCategory>\s*<cbc:ID>(\w+)/.exec(xml)![1] as "S" | "O";
  const exemptionReason = first("TaxExemptionReason");
  const code = first("ItemClassificationCode");
  const line = {
    ...{
      description: "Proizvod",
      unitCode: "H87",
      vatCategory,
      quantity: Number(first("InvoicedQuantity") ?? first("CreditedQuantity")),
    },
    ...{ unitPrice: Number(first("PriceAmount")), taxRate: vatCategory === "O" ? 0 : Number(first("Percent")) },
    ...(exemptionReason !== undefined && { exemptionReason }),
    ...(code !== undefined && { classifications: [{ list: "CG", code }] }),
  };
  const type = first("InvoiceTypeCode");
  const prepaid = first("PrepaidAmount");
  const { items: _, ...rest } = STATE_ORDERS.HR.order;
  return {
    ...{ ...rest, autoVat: false, items: [line] },
    ...(type === "386" && { documentType: type }),
    ...(prepaid !== undefined && { prepaidAmount: Number(prepaid) }),
  } as InvoiceOrder;
}

describeUnless(NO_NATIONAL_RULES)("the examples of the Tax Administration", () => {
  test.each(ALL.filter((name) => !OTHERS.includes(name)))("%s is written again", async (name) => {
    const xml = readFileSync(join(folder(), name), "utf8");
    const seller = { ...STATE_ORDERS.HR.seller, cashAccounting: xml.includes("HRObracunPDVPoNaplati") };
    const { acme } = await openBooks(undefined, seller as Partial<CompanyProfile>);
    const invoice = await acme.issue(orderOf(xml));
    const document = xml.includes("<CreditNote ") ? await acme.credit(invoice.id, { reason: "Odobrenje" }) : invoice;
    const own = written(document, "hr-cius", "ubl");
    expect(contentOf(own)).toEqual(contentOf(xml));
    const { fatal, structure } = judge(own, "hr-cius", "ubl");
    expect({ fatal, structure }).toEqual({ fatal: [], structure: [] });
  });

  test("are all here, and the total below 0 of one is refused", async () => {
    expect(ALL).toHaveLength(20);
    const xml = readFileSync(join(folder(), "Storno_racuna_za_predujam_negativni_racun.xml"), "utf8");
    const { acme } = await openBooks(undefined, STATE_ORDERS.HR.seller as Partial<CompanyProfile>);
    const refusal = await acme.issue({ ...orderOf(xml), prepaidAmount: 0 }).catch((error: unknown) => error);
    expect(isRefusal(refusal, "amount_out_of_range")).toBe(true);
  });
});
