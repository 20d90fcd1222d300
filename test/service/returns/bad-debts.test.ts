import { type Company, type CompanyProfile, type InvoiceOrder, isRefusal } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { type Books, openBooks } from "../books.ts";

const LATER = "2040-01-15T12:00:00.000Z";

/** One invoice of 100 and its VAT, supplied and issued on 2026-11-20, in the books of a company in a state. */
async function issueIn(
  country: string,
  changes: Partial<InvoiceOrder> = {},
  profile: Partial<CompanyProfile> = {},
): Promise<Books & { readonly id: string; readonly total: number }> {
  const seller = { country, vatNumber: undefined, timeZone: "UTC", ossRegistered: false, ...profile };
  const books = await openBooks(memoryStore(), seller);
  const items = [{ description: "x", quantity: 1, unitPrice: 100 }];
  const { id, total } = await books.acme.issue(order({ clientCountry: country, items, ...changes }));
  return { ...books, id, total };
}

/** Issues it, and writes it off on a day of 2027 on which the clock stands. */
async function lostIn(country: string, on: string, changes: Partial<InvoiceOrder> = {}, profile = {}) {
  const books = await issueIn(country, changes, profile);
  books.clock.set(`${on}T12:00:00.000Z`);
  await books.acme.writeOff(books.id, { reason: "insolvent", on });
  return books;
}

/** The net amount and the VAT of the domestic section on these days. */
async function declared(acme: Company, from: string, to = from, asOf?: string): Promise<number[]> {
  const { domestic } = await acme.vatReport({ from, to, asOf });
  const sums = domestic.lines.map(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount] as const);
  return sums.reduce(([net, vat], [n, v]) => [net! + n, vat! + v], [0, 0] as number[]);
}

const refused = (text: RegExp) => (error: unknown) => {
  return isRefusal(error, "write_off_refused") && text.test(error.message);
};

describe("the VAT of a bad debt", () => {
  test.each(["DE", "AT", "NL"])("comes back in %s in the period of the loss", async (country) => {
    const { acme, total } = await lostIn(country, "2027-03-10");
    const vat = total - 100;
    expect(await declared(acme, "2026-11-20")).toEqual([100, vat]);
    expect(await declared(acme, "2027-03-10")).toEqual([-100, -vat]);
    expect(await declared(acme, "2026-01-01", "2028-12-31")).toEqual([0, 0]);
    const { corrections, unplaced } = await acme.vatReport({ from: "2027-01-01", to: "2027-03-31" });
    expect(corrections.included).toMatchObject([{ section: "domestic", period: "2026-11", taxAmount: -vat }]);
    expect(unplaced).toEqual([]);
  });

  test("of the part that is open alone, and what is paid later brings that part back on its day", async () => {
    const { acme, clock, pay, id } = await issueIn("DE");
    await pay(id, { amount: 23.8, paidOn: "2026-12-01" });
    clock.set("2027-03-10T12:00:00.000Z");
    await acme.writeOff(id, { reason: "insolvent", on: "2027-03-10" });
    expect(await declared(acme, "2027-03-10")).toEqual([-80, -15.2]);
    await pay(id, { amount: 11.9, paidOn: "2027-07-01" });
    expect(await declared(acme, "2027-07-01")).toEqual([10, 1.9]);
    await pay(id, { amount: -11.9, paidOn: "2027-08-01" }); // the bank takes it back
    expect(await declared(acme, "2027-08-01")).toEqual([-10, -1.9]);
    await pay(id, { amount: 95.2, paidOn: "2027-09-01" });
    expect(await declared(acme, "2027-09-01")).toEqual([80, 15.2]);
    expect(await declared(acme, "2026-01-01", "2028-12-31")).toEqual([100, 19]);
  });

  test("is less if a payment from before the loss is recorded after it", async () => {
    const { acme, pay, id } = await lostIn("DE", "2027-03-10");
    await pay(id, { amount: 59.5, paidOn: "2027-03-01" });
    expect([await declared(acme, "2027-03-01"), await declared(acme, "2027-03-10")]).toEqual([
      [0, 0],
      [-50, -9.5],
    ]);
  });

  test.each(["credited", "credited in part", "cancelled", "replaced"])(
    "comes back once if the invoice is %s afterwards",
    async (how) => {
      const { acme, clock, id } = await lostIn("DE", "2027-03-10");
      clock.set("2027-07-01T12:00:00.000Z");
      const items = [{ description: "x", quantity: 1, unitPrice: 100 }];
      if (how === "credited") await acme.credit(id, { reason: "x" });
      if (how === "credited in part") await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 40 }] });
      if (how === "cancelled") await acme.cancel(id);
      const replaces = (await acme.get(id)).invoiceNumber;
      if (how === "replaced")
        await acme.issue(
          order({ items, documentType: "384", precedingInvoices: [{ number: replaces }], supplyDate: "2026-11-20" }),
        );
      const whole = how === "replaced" ? [100, 19] : [0, 0];
      expect(await declared(acme, "2026-01-01", "2028-12-31")).toEqual(whole);
      expect(await declared(acme, "2027-07-01", "2027-07-31")).toEqual(how === "replaced" ? whole : [0, 0]);
      expect((await acme.audit()).findings).toEqual([]);
    },
  );

  test("is the same share of each part, also of a disbursement, which has none", async () => {
    const { acme, pay, id } = await issueIn("DE", {
      disbursements: [{ description: "court fee", amount: 119, reference: "C-1" }],
    });
    await pay(id, { amount: 119, paidOn: "2026-12-01" });
    await acme.writeOff(id, { reason: "insolvent", on: "2026-11-21" });
    expect(await declared(acme, "2026-11-21")).toEqual([-100, -19]);
    expect(await declared(acme, "2026-12-01")).toEqual([50, 9.5]);
  });

  test("is in the currency of the seller's VAT, at the rate of the invoice", async () => {
    const exchangeRate = { rate: 0.5, date: "2026-11-20", source: "ECB" };
    const { acme } = await lostIn("DE", "2027-03-10", { currency: "USD", exchangeRate });
    const { domestic } = await acme.vatReport({ from: "2027-03-10", to: "2027-03-10" });
    expect(domestic.lines).toMatchObject([{ currency: "EUR", taxAmount: -9.5, asIssued: [{ taxAmount: -19 }] }]);
  });

  test("is not there under cash accounting, nor of a sale without VAT: both may be written off, also in France", async () => {
    for (const [country, changes, profile] of [
      ["DE", {}, { cashAccounting: true }],
      ["FR", { supply: "services" }, {}],
      ["FR", { clientCountry: "US", supply: "goods" }, {}],
      ["IT", {}, { vatRegistered: false, exemptionNote: "x" }],
    ] as const) {
      const { acme, id } = await lostIn(country, "2027-03-10", changes, profile);
      const report = await acme.vatReport({ from: "2027-03-10", to: "2027-03-10" });
      expect([report.domestic.lines, report.exports.lines, report.unplaced]).toEqual([[], [], []]);
      expect(await acme.get(id)).toMatchObject({ writtenOffOn: "2027-03-10" });
    }
  });

  test("of an advance that was supplied and not paid comes back, and is not due if it is lost before", async () => {
    const advance = { documentType: "386", supplyDate: "2026-12-20" } as const;
    const late = await lostIn("DE", "2027-03-10", advance);
    expect(await declared(late.acme, "2026-12-20")).toEqual([100, 19]);
    expect(await declared(late.acme, "2027-03-10")).toEqual([-100, -19]);
    const early = await lostIn("DE", "2026-12-10", advance);
    expect(await declared(early.acme, "2026-01-01", "2028-12-31")).toEqual([0, 0]);
  });

  test("of an OSS sale is a correction of its quarter, by the law of the state of consumption", async () => {
    const oss = { ossRegistered: true };
    const { acme } = await lostIn("DE", "2027-05-10", { clientCountry: "AT", supply: "goods" }, oss);
    const report = await acme.vatReport({ from: "2027-04-01", to: "2027-06-30" });
    const correction = { declaredIn: "2027-Q2", period: "2026-Q4", country: "AT", taxAmount: -20 };
    expect([report.corrections.oss, report.oss.lines]).toMatchObject([[correction], []]);
    const french = await issueIn("DE", { clientCountry: "FR", supply: "goods" }, oss);
    const lost = french.acme.writeOff(french.id, { reason: "x", on: "2026-11-20" });
    await expect(lost).rejects.toSatisfy(refused(/France.*CGI art\. 272/));
  });

  test("that is recorded after the day of a report is an addition to it, and so is what changes it", async () => {
    const { acme, clock, pay, id } = await lostIn("DE", "2027-03-10");
    const additions = async (asOf: string, from = "2027-01-01", to = "2027-03-31") => {
      const { corrections } = await acme.vatReport({ from, to, asOf });
      return corrections.additions.map(({ kind, on, taxAmount, recordedOn }) => [kind, on, taxAmount, recordedOn]);
    };
    expect(await declared(acme, "2027-01-01", "2027-03-31", "2027-03-09")).toEqual([0, 0]);
    const lost = ["write-off", "2027-03-10", -19, "2027-03-10"];
    expect(await additions("2027-03-09")).toEqual([lost]);
    expect(await additions("2026-12-31", "2026-10-01", "2026-12-31")).toEqual([lost]);
    clock.set("2027-04-02T12:00:00.000Z");
    await pay(id, { amount: 59.5, paidOn: "2027-03-06" });
    expect(await additions("2027-03-31")).toEqual([["write-off", "2027-03-10", 9.5, "2027-04-02"]]);
    expect(await declared(acme, "2027-03-10", "2027-03-10", "2027-03-31")).toEqual([-100, -19]);
    clock.set("2027-04-03T12:00:00.000Z");
    await acme.cancel(id);
    expect(await additions("2027-03-31")).toEqual([["write-off", "2027-03-10", 19, "2027-04-03"]]);
    expect(await declared(acme, "2027-03-10", "2027-03-10", "2027-03-31")).toEqual([-100, -19]);
  });
});

describe("a state whose law wants something else", () => {
  test.each([
    ["FR", "goods", /document: a duplicate of the invoice.*CGI art\. 272\(1\)/],
    ["IT", undefined, /document: a nota di variazione \(TD04\).*DPR 633\/1972 art\. 26/],
    ["ES", undefined, /document: a factura rectificativa \(R2 or R3\).*LIVA art\. 80/],
    ["BE", undefined, /document: a correcting document.*WBTW art\. 77/],
    ["CZ", undefined, /document: an opravný doklad.*ZDPH/],
    ["PL", undefined, /not know when VAT of Poland.*ustawa o VAT art\. 89a.*by hand/],
    ["IE", undefined, /VATCA 2010 s\. 39/],
    ["SE", undefined, /ML \(2023:200\)/],
    ["CH", undefined, /MWSTG art\. 41/],
    ["DK", undefined, /not know when VAT of Denmark on a bad debt.*Check the law.*by hand/],
  ] as const)("%s: %s is refused, and nothing is written", async (country, supply, text) => {
    const { acme, clock, id } = await issueIn(country, supply && { supply });
    clock.set(LATER);
    await expect(acme.writeOff(id, { reason: "x", on: "2027-12-01" })).rejects.toSatisfy(refused(text));
    expect(await acme.get(id)).not.toHaveProperty("writtenOffOn");
    expect((await acme.list({ due: true })).total).toBe(1);
  });

  test.each([
    ["GB", { dueDate: "2026-12-20" }, "2027-06-19", "2027-06-20", /VATA 1994 s\. 36/],
    ["GB", { dueDate: "2026-12-20", supplyDate: "2027-01-31" }, "2027-07-30", "2027-07-31", /VATA/],
    ["GB", { dueDate: "2026-08-31", supplyDate: "2026-08-31" }, "2027-02-27", "2027-02-28", /VATA/],
    ["GB", { dueDate: "2026-12-20" }, "2031-06-21", "2031-06-20", /VATA/],
    ["NL", { dueDate: "2026-12-20" }, "2027-12-21", "2027-12-20", /Wet OB 1968 art\. 29/],
    ["NL", {}, "2027-11-21", "2027-11-20", /Wet OB/],
  ] as const)("%s: of %j not on %s, but on %s", async (country, changes, not, on, text) => {
    const { acme, clock, id } = await issueIn(country, changes);
    clock.set(LATER);
    const lost = acme.writeOff(id, { reason: "x", on: not });
    await expect(lost).rejects.toSatisfy(refused(text));
    await expect(lost).rejects.toMatchObject({ errors: [{ pointer: "/on" }] });
    expect(await acme.writeOff(id, { reason: "x", on })).toMatchObject({ writtenOffOn: on });
  });
});
