import { createInvoicing, type InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, TestClock } from "../../support/fixtures.ts";

const FRENCH = { country: "FR", vatNumber: "FR40303265045", taxNumber: undefined, ossRegistered: true } as const;
const Q4 = { from: "2026-10-01", to: "2026-12-31" };
const AT_HOME = { clientName: "Anna", clientCountry: "FR" };
const line = (more: object = {}) => ({ description: "x", quantity: 1, unitPrice: 100, ...more });

async function company(supply?: "goods" | "services" | "digital") {
  const clock = new TestClock("2026-11-20T12:00:00Z");
  const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
  await acme.saveProfile(germanProfile({ ...FRENCH, supply }));
  return acme;
}

/** The supply of each line, and what is warned of it. */
async function issued(supply: Parameters<typeof company>[0], order: Partial<InvoiceOrder>) {
  const { items, warnings } = await (await company(supply)).issue({ ...AT_HOME, items: [line()], ...order });
  const detail = warnings.find(({ code }) => code === "supply_assumed")?.detail;
  return [items.map((item) => item.supply ?? "unstated").join(), detail];
}

describe("a French seller that never states what it sells", () => {
  /** The sections with the sales, at home and to a consumer in Germany. */
  async function sections(supply: Parameters<typeof company>[0], isPaid: boolean) {
    const acme = await company(supply);
    for (const clientCountry of ["FR", "DE"]) {
      const { id, total: amount } = await acme.issue({ ...AT_HOME, clientCountry, items: [line()] });
      if (isPaid) await acme.recordPayment(id, { amount });
    }
    const { domestic, oss, unplaced } = await acme.vatReport(Q4);
    return [domestic.lines.map((each) => each.taxableAmount), oss.lines.map((each) => each.supply), unplaced.length];
  }

  test("has all sales in unplaced, and none with a supply in the profile", async () => {
    expect(await sections(undefined, true)).toEqual([[], [], 2]);
    expect(await sections("goods", false)).toEqual([[100], ["goods"], 0]);
    expect(await sections("digital", true)).toEqual([[100], ["services"], 0]);
  });

  test("owes VAT on services when they are paid", async () => {
    expect(await sections("services", false)).toEqual([[], [], 0]);
    expect(await sections("services", true)).toEqual([[200], [], 0]);
  });
});

// biome-ignore format: a table
test.each<[string, Parameters<typeof company>[0], Partial<InvoiceOrder>, string, RegExp?]>([
  ["every line without one",               "goods",    { items: [line(), line()] },                                                   "goods,goods",      /^All lines: supply is goods/],
  ["but not one with its own",             "goods",    { items: [line({ supply: "services" }), line()] },                             "services,goods",   /^Line 2: supply is goods/],
  ["nor one of an order with one",         "goods",    { supply: "digital" },                                                         "unstated"],
  ["nor one with a place",                 "goods",    { items: [line({ placeOfSupply: "FR" }), line()] },                            "unstated,goods",   /^Line 2: /],
  ["nor one of an order with a place",     "services", { placeOfSupply: "FR" },                                                       "unstated"],
  ["goods are not sold by the hour",       "goods",    { items: [line({ unit: "heures" }), line({ unitCode: "DAY" }), line()] },      "unstated,unstated,goods", /^Line 3: /],
  ["nor by its code as a text",            "goods",    { items: [line({ unit: "HUR" }), line({ unit: "hur" }), line()] },             "unstated,goods,goods", /^Line 2, Line 3: /],
  ["services are not sold by weight",      "services", { items: [line({ unit: "kg" }), line({ unit: "heures" })] },                   "unstated,services", /^Line 2: /],
  ["digital services are sold by month",   "digital",  { items: [line({ unit: "mois" })] },                                           "digital",          /digital/],
  ["with VAT by hand too",                 "goods",    { autoVat: false, taxRate: 20 },                                               "goods",            /goods/],
  ["none without one in the profile",      undefined,  {},                                                                            "unstated"],
])("the profile's supply decides %s", async (_, supply, order, expected, warned) => {
  expect(await issued(supply, order)).toEqual([expected, warned && expect.stringMatching(warned)]);
});

test("allowances and charges that state their VAT have it too, and others that of the lines", async () => {
  const charges = [
    { amount: 5, reason: "Freight" },
    { amount: 5, reason: "Book", vatRates: { FR: 5.5 } },
  ];
  const invoice = await (await company("goods")).issue({ ...AT_HOME, items: [line({ supply: "services" })], charges });
  expect(invoice.charges!.map(({ supply }) => supply)).toEqual(expect.arrayContaining(["goods", undefined]));
  expect(invoice.warnings).toContainEqual({ code: "supply_assumed", detail: expect.stringMatching(/^Charge 2: /) });
});

test("a preview has it, and a suggestion where no place is stated", async () => {
  const acme = await company("services");
  const order = { clientName: "Anna", clientCountry: "DE", items: [line()] };
  const codes = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);
  const expected = ["origin", ["place_of_event_unstated", "supply_assumed"]];
  const preview = await acme.preview(order);
  expect([preview.vatTreatment, codes(preview)]).toEqual(expected);
  const suggested = await acme.suggestVat({ clientCountry: "DE" });
  expect([suggested.treatment, codes(suggested)]).toEqual(expected);
  expect(await acme.suggestVat({ clientCountry: "DE", supply: "goods" })).toMatchObject({
    treatment: "oss",
    warnings: [],
  });
  expect(codes(await acme.suggestVat({ clientCountry: "DE", placeOfSupply: "FR" }))).toEqual([]);
});

test("a repeated order returns the invoice as it was issued, although the profile has changed since", async () => {
  const acme = await company();
  const order = { ...AT_HOME, items: [line()] };
  const first = await acme.issue(order, { idempotencyKey: "1" });
  await acme.saveProfile(germanProfile({ ...FRENCH, supply: "goods" }));
  expect(await acme.issue(order, { idempotencyKey: "1" })).toEqual(first);
  expect((await acme.issue(order)).items[0]!.supply).toBe("goods");
});
