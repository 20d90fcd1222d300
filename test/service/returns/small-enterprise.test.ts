/**
 * Goal: a small enterprise that other member states exempt has their notes, and its turnover by member state.
 * Method: sales with each place are issued; the turnover of random books is computed again from their orders, by places
 * that a table states.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { toUbl } from "faktura/einvoice";
import { determineVat, type VatClient, type VatOptions } from "faktura/vat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const NUMBER = "DE123456789-EX";
const FRENCH_NOTE = "TVA non applicable, art. 293 B du CGI";
const HOME_NOTE = "Steuerfrei für Kleinunternehmer (§ 19 UStG)";
const SMALL: Partial<CompanyProfile> = {
  ...{ vatRegistered: false, ossRegistered: false },
  smallEnterprise: { number: NUMBER, states: { FR: { note: FRENCH_NOTE } } },
};
const BUSINESS = {
  FR: { clientCountry: "FR", clientVatNumber: "FR40303265045" },
  IT: { clientCountry: "IT", clientVatNumber: "IT00743110157" },
};
const BY_HAND = {
  autoVat: false,
  items: [{ description: "x", quantity: 1, unitPrice: 1, vatCategory: "AE" as const }],
  vatNote: "Reverse charge",
};
const LESSON = { reason: "§ 4 Nr. 21 UStG", vatexCode: "VATEX-EU-132-1I" };

/** Each kind of sale, and where it is made: an own state, `null` outside the EU or no turnover (articles 31 to 58, 59c, 288). */
const SALES: Readonly<Record<string, readonly [Partial<InvoiceOrder>, state: string | null]>> = {
  "goods at home": [{ supply: "goods" }, "DE"],
  "goods for a French consumer": [{ supply: "goods", clientCountry: "FR" }, "FR"],
  "goods for a consumer in Monaco": [{ supply: "goods", clientCountry: "MC" }, "FR"],
  "goods for an Italian consumer": [{ supply: "goods", clientCountry: "IT" }, "DE"],
  "goods for a French business": [{ supply: "goods", ...BUSINESS.FR }, "DE"],
  "goods for a French company without a number": [{ supply: "goods", clientCountry: "FR", isCompany: true }, "DE"],
  "goods for the Canary Islands": [
    { supply: "goods", clientCountry: "ES", clientAddress: { postalCode: "35001" } },
    "DE",
  ],
  "goods for America": [{ supply: "goods", clientCountry: "US" }, "DE"],
  "a service for a French consumer": [{ supply: "services", clientCountry: "FR" }, "DE"],
  "a service for a French business": [{ supply: "services", ...BUSINESS.FR }, "FR"],
  "a service for an Italian business": [{ supply: "services", ...BUSINESS.IT }, "IT"],
  "a service for an Italian business, by hand": [{ supply: "services", ...BUSINESS.IT, ...BY_HAND }, "IT"],
  "a service for an American business": [{ supply: "services", clientCountry: "US", isCompany: true }, null],
  "a stay in France": [{ placeOfSupply: "FR" }, "FR"],
  "a stay in Austria": [{ placeOfSupply: "AT" }, "AT"],
  "a digital service for a French consumer": [{ supply: "digital", clientCountry: "FR" }, "FR"],
  "a digital service for an Italian consumer": [{ supply: "digital", clientCountry: "IT" }, "DE"],
  "a lesson at home": [{ supply: "services", exemption: LESSON } as Partial<InvoiceOrder>, null],
};
const LESSON_KEY = "a lesson at home";

/** An order of one line. A lesson has its exemption in the line. */
function orderOf(kind: string, unitPrice: number, changes: Partial<InvoiceOrder> = {}): InvoiceOrder {
  const [sale] = SALES[kind]!;
  const { exemption: _, ...stated } = sale as Partial<InvoiceOrder> & { exemption?: unknown };
  const [own] = stated.items ?? [{ description: "x", quantity: 1, unitPrice }];
  const line = { ...own!, unitPrice, ...(kind === LESSON_KEY ? { exemption: LESSON } : {}) };
  return order({ ...stated, ...changes, items: [line] });
}

describe("a sale of a small enterprise", () => {
  test.each(Object.entries(SALES).filter(([, [, state]]) => state === "FR"))(
    "%s has the note of France, and no VAT",
    async (kind) => {
      const { acme } = await openBooks(undefined, SMALL);
      const note = `${FRENCH_NOTE} (${NUMBER})`;
      const invoice = await acme.issue(orderOf(kind, 100));
      expect(invoice).toMatchObject({ vatTreatment: "not-registered", taxTotal: 0, total: 100, vatNote: note });
      expect(invoice.vatBreakdown).toMatchObject([
        { category: "E", rateCountry: "FR", vatexCode: "VATEX-FR-FRANCHISE", exemptionReason: note },
      ]);
      expect(invoice.vatReason).toBe("Exempt in France as the sale of a small enterprise.");
      expect(invoice.warnings).toEqual([]);
      expect(toUbl(invoice, { profile: "en16931" })).toContain(note);
      const { outsideScope, domestic, recapitulative, unplaced } = await acme.vatReport({
        from: "2026-10-01",
        to: "2026-12-31",
      });
      expect(outsideScope.lines).toMatchObject([{ country: "FR", taxableAmount: 100, taxAmount: 0 }]);
      expect([domestic.lines, recapitulative.lines, unplaced]).toEqual([[], [], []]);
      const credited = await acme.credit(invoice.id, { reason: "Returned" });
      expect(credited).toMatchObject({ vatNote: note, vatBreakdown: [{ rateCountry: "FR" }] });
    },
  );

  test.each(Object.entries(SALES).filter(([, [, state]]) => state !== "FR"))(
    "%s is decided as without the scheme",
    async (kind) => {
      const [inScheme, without] = await Promise.all(
        [SMALL, { ...SMALL, smallEnterprise: undefined }].map(async (profile) =>
          (await openBooks(undefined, profile)).acme.preview(orderOf(kind, 100)),
        ),
      );
      expect(inScheme!.vatNote).not.toContain(NUMBER);
      expect(inScheme).toEqual(without);
    },
  );

  test("of goods goes by where they leave and arrive", () => {
    const company = { country: "DE", vatRegistered: false, ossRegistered: false, ...SMALL };
    const noteOf = (client: VatClient, dispatchedFrom?: string) => {
      const options: VatOptions = { on: "2026-11-20", supply: "goods", dispatchedFrom };
      return determineVat(company, client, options).vatNote;
    };
    const note = `${FRENCH_NOTE} (${NUMBER})`;
    expect(noteOf({ country: "DE", arrival: { country: "FR" } })).toBe(note);
    expect(noteOf({ country: "FR", arrival: { country: "DE" } })).toBe(HOME_NOTE);
    expect(noteOf({ country: "FR" }, "FR")).toBe(note);
    expect(noteOf({ country: "DE" }, "FR")).toBe(HOME_NOTE);
    expect(() => noteOf({ country: "PL" }, "PL")).toThrow("needs a number of Poland");
  });

  test("warns where the supply or a number would decide the place, and a line can be elsewhere", async () => {
    const { acme } = await openBooks(undefined, SMALL);
    const unstated = await acme.suggestVat({ clientCountry: "FR" });
    expect(unstated.warnings.map(({ code }) => code)).toEqual(["supply_not_stated"]);
    const [item] = order().items;
    const both = await acme.issue(
      order({
        clientCountry: "FR",
        items: [
          { ...item!, supply: "goods" },
          { ...item!, supply: "services" },
        ],
      }),
    );
    expect(both.vatNote).toBe(`${FRENCH_NOTE} (${NUMBER}); ${HOME_NOTE}`);
    expect(both.vatBreakdown.map(({ rateCountry }) => rateCountry)).toEqual([null, "FR"]);
  });

  test("prints the number as its tax number if it has no other", async () => {
    const { acme } = await openBooks(undefined, { ...SMALL, vatNumber: undefined, registrationNumber: "HRB 1" });
    const invoice = await acme.issue(orderOf("goods at home", 100));
    expect(invoice.seller.taxNumber).toBe(NUMBER);
    expect(toUbl(invoice, { profile: "en16931" })).toContain(NUMBER);
    await acme.saveProfile({ ...(await acme.profile())!, taxNumber: "12/345/67890" });
    expect((await acme.issue(orderOf("goods at home", 100))).seller.taxNumber).toBe("12/345/67890");
  });
});

test.each([
  ["a number without -EX", { number: "DE123456789" }, /^\/smallEnterprise\/number: must be the country code/],
  [
    "the number of another state",
    { number: "FR123456789-EX" },
    "/smallEnterprise/number: must begin with DE, because the company's own state gives it",
  ],
  [
    "the company's own state",
    { states: { DE: { note: "x" } } },
    "/smallEnterprise/states/DE: is the company's own state; use exemptionNote",
  ],
  ["no member state", { states: { CH: { note: "x" } } }, "/smallEnterprise/states/CH: must be a member state"],
  ["a blank note", { states: { FR: { note: " " } } }, "/smallEnterprise/states/FR/note: must not be blank"],
])("%s is refused", async (_, smallEnterprise, fault) => {
  const [, ...faults] = await refusalOf(openBooks(undefined, { ...SMALL, smallEnterprise }));
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test("states are refused beside VAT registration, and numbers of Greece begin with EL or GR", async () => {
  const [, fault] = await refusalOf(openBooks(undefined, { ...SMALL, vatRegistered: true }));
  expect(fault).toContain("/smallEnterprise/states: is only for companies that are not VAT-registered");
  for (const number of ["EL123456789-EX", "GR123456789-EX"])
    await openBooks(undefined, { ...SMALL, country: "GR", vatNumber: undefined, smallEnterprise: { number } });
});

test("a company that is not in the scheme has no turnover by state", async () => {
  const { acme } = await openBooks();
  const report = await acme.vatReport({ from: "2026-10-01", to: "2026-12-31" });
  expect([report.smallEnterprise, report.unionTurnover]).toEqual([[], null]);
});

test("the limit is passed on a day, counts all states and the year before, and needs the rates of 1 January", async () => {
  const { acme } = await openBooks(undefined, SMALL);
  const sell = (kind: string, price: number, supplyDate: string, currency = "EUR") =>
    acme.issue(orderOf(kind, price, { supplyDate, currency }));
  await sell("goods at home", 60_000, "2026-02-01");
  await sell("goods for a French consumer", 39_999.99, "2026-05-02");
  await sell("goods for a French consumer", 110, "2026-05-03", "SEK");
  await sell("goods for a French consumer", 7, "2025-12-31");
  await sell("goods for a French consumer", 9, "2026-07-01");
  const quarter = { from: "2026-04-01", to: "2026-06-30" };
  const union = {
    limit: 100_000,
    soFar: 99_999.99,
    previousYear: 7,
    exceededOn: null,
    ratesNeeded: [{ currency: "SEK", period: "2026", on: "2026-01-01" }],
  };
  const { smallEnterprise, unionTurnover } = await acme.vatReport({ ...quarter, rates: { SEK: { "2026-Q2": 5 } } });
  expect(unionTurnover).toEqual(union);
  expect(smallEnterprise).toHaveLength(27);
  expect(smallEnterprise.filter(({ net }) => net !== 0)).toEqual([{ country: "FR", net: 39_999.99 }]);
  const known = await acme.vatReport({ ...quarter, rates: { SEK: { "2026": 11 } } });
  expect(known.unionTurnover).toEqual({ ...union, soFar: 100_009.99, exceededOn: "2026-05-03", ratesNeeded: [] });
  expect(known.smallEnterprise.find(({ country }) => country === "FR")).toEqual({ country: "FR", net: 40_009.99 });
});

const DAYS = ["2025-03-31", "2025-10-01", "2026-01-01", "2026-06-30", "2026-07-01", "2026-09-30", "2026-11-20"];
const RATES = { SEK: { "2025": 11.5, "2026": 10.8 } };
const sold = fc.record({
  kind: fc.constantFrom(...Object.keys(SALES)),
  cents: fc.integer({ min: 100, max: 4_000_000 }),
  day: fc.constantFrom(...DAYS),
  currency: fc.constantFrom("EUR", "SEK"),
  fate: fc.constantFrom("stays", "stays", "is cancelled", "is credited"),
});

test("the turnover of random books is what their orders say", () =>
  fc.assert(
    fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 12 }), async (sales) => {
      const { acme } = await openBooks(undefined, SMALL);
      const counted: { day: string; state: string; euros: number }[] = [];
      for (const { kind, cents, day, currency, fate } of sales) {
        const invoice = await acme.issue(orderOf(kind, cents / 100, { supplyDate: day, currency }));
        const euros = (on: string) => cents / 100 / (currency === "EUR" ? 1 : RATES.SEK[on.slice(0, 4) as "2025"]);
        const state = SALES[kind]![1];
        if (fate === "is cancelled") await acme.cancel(invoice.id);
        if (fate === "is credited") await acme.credit(invoice.id, { reason: "Returned" });
        if (state === null || fate === "is cancelled") continue;
        counted.push({ day, state, euros: euros(day) });
        if (fate === "is credited") counted.push({ day: "2026-11-20", state, euros: -euros("2026") });
      }
      for (const [from, to] of [
        ["2025-10-01", "2025-12-31"],
        ["2026-07-01", "2026-09-30"],
        ["2026-10-01", "2026-12-31"],
      ] as const) {
        const { smallEnterprise, unionTurnover } = await acme.vatReport({ from, to, rates: RATES });
        const sum = (isIn: (sale: (typeof counted)[number]) => boolean) =>
          counted.filter(isIn).reduce((total, { euros }) => total + euros, 0);
        for (const { country, net } of smallEnterprise)
          expect(net).toBeCloseTo(
            sum(({ state, day }) => state === country && day >= from && day <= to),
            1,
          );
        const ofYear = (year: string) => sum(({ day }) => day.startsWith(year) && day <= to);
        expect(unionTurnover!.soFar).toBeCloseTo(ofYear(to.slice(0, 4)), 1);
        expect(unionTurnover!.previousYear).toBeCloseTo(ofYear(`${Number(to.slice(0, 4)) - 1}`), 1);
        const days = [...new Set(counted.map(({ day }) => day))].filter(
          (day) => day.startsWith(to.slice(0, 4)) && day <= to,
        );
        const passed = days
          .sort()
          .find((day) => sum((sale) => sale.day.startsWith(to.slice(0, 4)) && sale.day <= day) > 100_000);
        expect(unionTurnover!.exceededOn).toBe(passed ?? null);
      }
    }),
    { numRuns: 25 },
  ));

test("a bad debt from before lowers no turnover", async () => {
  const { acme, clock } = await openBooks();
  const { id } = await acme.issue(order());
  clock.set("2027-03-10T12:00:00.000Z");
  await acme.saveProfile({ ...(await acme.profile()), ...SMALL });
  await acme.writeOff(id, { reason: "Insolvent", on: "2027-03-10" });
  const { smallEnterprise, unionTurnover } = await acme.vatReport({ from: "2027-01-01", to: "2027-03-31" });
  expect(smallEnterprise.filter(({ net }) => net !== 0)).toEqual([]);
  expect(unionTurnover).toMatchObject({ soFar: 0, previousYear: 200 });
});
