/**
 * Goal: the middle company of a triangular transaction invoices reverse charge under articles 141 and 197, and an order
 * that cannot be one is refused.
 * Method: whole invoices, and each condition taken away once.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks, traceOf } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const TRIANGULAR = {
  clientCountry: "FR",
  clientVatNumber: "FR 40 303 265 045",
  supply: "goods",
  triangular: true,
  items: [{ description: "Machine", quantity: 1, unitPrice: 500 }],
} as const satisfies Partial<InvoiceOrder>;

const NOTE =
  "Reverse charge / Steuerschuldnerschaft des Leistungsempfängers (Directive 2006/112/EC, articles 141 and 197)";

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, profile);
  return acme.issue(order(given));
}

test("a triangular sale is reverse charge with the articles on it", async () => {
  const invoice = await issue(TRIANGULAR);
  expect(invoice).toMatchObject({
    triangular: true,
    vatTreatment: "reverse-charge",
    vatNote: NOTE,
    total: 500,
    taxTotal: 0,
    clientVatNumber: "FR40303265045",
    documentType: "380",
    items: [{ vatCategory: "AE", taxRate: 0 }],
    vatBreakdown: [{ category: "AE", vatexCode: "VATEX-EU-AE", exemptionReason: NOTE, rateCountry: null }],
  });
  expect(invoice.vatReason).toBe(
    "Triangular transaction: goods sold from Germany to a business in France with the VAT number FR40303265045, which " +
      "go there from a third member state. The client owes the VAT.",
  );
});

test("the goods may be stated by each line, and the note is in the seller's language", async () => {
  const items = TRIANGULAR.items.map((item) => ({ ...item, supply: "goods" as const }));
  const invoice = await issue({ ...TRIANGULAR, supply: undefined, items }, { language: "it" });
  expect(invoice).toMatchObject({ vatTreatment: "reverse-charge", items: [{ vatCategory: "AE", supply: "goods" }] });
  expect(invoice.vatNote).toMatch(/^Reverse charge \/ inversione contabile \(.+ 141 and 197\)$/);
});

test("with triangular: false the sale is an intra-Community supply, and the invoice says what was given", async () => {
  const { triangular: _, ...usual } = TRIANGULAR;
  const [stated, unstated] = [await issue({ ...usual, triangular: false }), await issue(usual)];
  expect(stated).toMatchObject({ triangular: false, vatTreatment: "intra-community-supply" });
  expect(unstated).not.toHaveProperty("triangular");
  expect(stated.vatNote).toBe(unstated.vatNote);
});

test("with VAT by hand the lines are of category AE, and the note is the order's", async () => {
  const items = TRIANGULAR.items.map((item) => ({ ...item, vatCategory: "AE" as const, taxRate: 0 }));
  const invoice = await issue({ ...TRIANGULAR, autoVat: false, vatNote: "Art. 141", items });
  expect(invoice).toMatchObject({ triangular: true, vatTreatment: "manual", vatNote: "Art. 141" });
});

const NOT_TRIANGULAR =
  "/triangular: is only for goods sold to a business in another member state, under a VAT number of a state other than the seller's; leave it out";
const machine = TRIANGULAR.items[0];

test.each<[string, Partial<InvoiceOrder>, Partial<CompanyProfile>, readonly string[]]>([
  ["no number", { clientVatNumber: undefined }, {}, ["/clientVatNumber: is required with triangular: true"]],
  ["no supply", { supply: undefined }, {}, ["/supply: must be goods with triangular: true"]],
  ["services", { supply: "services" }, {}, ["/supply: must be goods with triangular: true"]],
  [
    "a line of services",
    { items: [machine, { ...machine, supply: "services" }] },
    {},
    ["/items/1/supply: must be goods with triangular: true"],
  ],
  [
    "another category by hand",
    { autoVat: false, items: [{ ...machine, taxRate: 0, vatCategory: "AE" }, machine] },
    {},
    ["/items/1/vatCategory: must be AE with triangular: true"],
  ],
  ["a client at home", { clientCountry: "DE", clientVatNumber: "DE136695976" }, {}, [NOT_TRIANGULAR]],
  ["a number of the seller's state", { clientVatNumber: "DE136695976" }, {}, [NOT_TRIANGULAR]],
  ["a client outside the EU", { clientCountry: "CH", clientVatNumber: "CHE-1" }, {}, [NOT_TRIANGULAR]],
  ["a seller without registration", {}, { vatRegistered: false }, [NOT_TRIANGULAR]],
  ["a seller outside the EU", {}, { country: "CH", vatNumber: undefined, ossRegistered: false }, [NOT_TRIANGULAR]],
])("a triangular order with %s is refused and leaves nothing behind", async (_what, given, profile, faults) => {
  const store = memoryStore();
  const { acme } = await openBooks(store, profile);
  const before = await traceOf(store);
  const [, ...found] = await refusalOf(acme.issue(order({ ...TRIANGULAR, ...given })));
  expect(found).toEqual(faults);
  expect(await traceOf(store)).toEqual(before);
});

test.each<[what: string, Partial<InvoiceOrder>, field: string]>([
  ["the company's own state", { dispatchedFrom: "DE" }, "/dispatchedFrom"],
  ["the state in which they arrive", { dispatchedFrom: "FR" }, "/dispatchedFrom"],
  ["a place outside the EU", { dispatchedFrom: "CN" }, "/dispatchedFrom"],
  [
    "the company's own state, by one line",
    { items: [...TRIANGULAR.items, { ...TRIANGULAR.items[0], dispatchedFrom: "DE" }] },
    "/items/1/dispatchedFrom",
  ],
  [
    "the company's own state, by hand",
    { dispatchedFrom: "DE", autoVat: false, items: [{ ...TRIANGULAR.items[0], taxRate: 0, vatCategory: "AE" }] },
    "/dispatchedFrom",
  ],
])("goods from %s are not triangular", async (_, given, field) => {
  const { acme, store } = await openBooks();
  const refusal = await refusalOf(acme.issue(order({ ...TRIANGULAR, ...given })));
  expect(refusal[1]).toBe(`${field}: must be a third member state with triangular: true, or leave triangular out`);
  expect((await traceOf(store)).total).toBe(0);
  expect(await issue({ ...TRIANGULAR, dispatchedFrom: "PL" })).toMatchObject({ vatTreatment: "reverse-charge" });
});
