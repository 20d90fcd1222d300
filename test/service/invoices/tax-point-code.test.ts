/** Goal: a code of when VAT is due decides the tax point and the return, as the law that it stands for says. */
import type { InvoiceOrder } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks, traceOf } from "../books.ts";

const ISSUED = "2026-11-20";
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const DECEMBER = { from: "2026-12-01", to: "2026-12-31" };

test.each([
  ["3", "2026-10-31", ISSUED],
  ["35", "2026-10-31", "2026-10-31"],
  ["432", "2026-10-31", "2026-10-31"],
  ["3", undefined, ISSUED],
  ["35", undefined, ISSUED],
] as const)("with code %s and the day of supply %s the tax point is %s", async (taxPointCode, supplyDate, expected) => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order({ taxPointCode, supplyDate }));
  expect(invoice).toMatchObject({ taxPointCode, taxPointDate: expected });
  expect((await acme.credit(invoice.id, { reason: "x" })).taxPointCode).toBe(taxPointCode);
});

test("with code 3 the day of issue decides the rates, also of a period that is over", async () => {
  const { acme, clock } = await openBooks(undefined, { country: "FI" });
  clock.set("2024-09-01T12:00:00.000Z");
  const august = { period: { start: "2024-08-01", end: "2024-08-31" } };
  const rate = async (given: Partial<InvoiceOrder>) =>
    (await acme.issue(order({ clientCountry: "FI", ...given }))).taxRate;
  expect([await rate(august), await rate({ ...august, taxPointCode: "3" })]).toEqual([24, 25.5]);
});

test.each([
  ["3", "5"],
  ["35", "29"],
  ["432", "72"],
] as const)("code %s of UBL is %s in CII, and BT-7 is not written", async (taxPointCode, inCii) => {
  const { acme } = await openBooks(undefined, { registrationNumber: "1" });
  const invoice = await acme.issue(order({ taxPointCode, period: { start: "2026-10-01", end: "2026-10-31" } }));
  expect(toUbl(invoice)).toContain(`<cbc:DescriptionCode>${taxPointCode}<`);
  expect(toCii(invoice)).toContain(`<ram:DueDateTypeCode>${inCii}<`);
  expect(toUbl(invoice) + toCii(invoice)).not.toContain("TaxPointDate");
});

test.each([
  ["DE", "services", {}, "2026-11"],
  ["DE", "services", { taxPointCode: "432" }, "2026-12"],
  ["FR", "services", {}, "2026-12"], // CGI, article 269
  ["FR", "services", { taxPointCode: "3" }, "2026-11"], // "option pour les débits"
  ["FR", "services", { taxPointCode: "35" }, "2026-11"],
  ["FR", "goods", {}, "2026-11"],
  ["FR", "goods", { taxPointCode: "432" }, "2026-12"],
] as const)(
  "in %s, %s with %j are declared in %s if they are paid in December",
  async (country, supply, given, month) => {
    const { acme, clock } = await openBooks(undefined, { country, vatNumber: undefined });
    const { id, total } = await acme.issue(order({ clientCountry: country, supply, ...given }));
    clock.set("2026-12-10T12:00:00.000Z");
    await acme.recordPayment(id, { amount: total, paidOn: "2026-12-10" });
    const declared = async (days: typeof NOVEMBER) => (await acme.vatReport(days)).domestic.lines.length;
    expect([await declared(NOVEMBER), await declared(DECEMBER)]).toEqual(month === "2026-11" ? [1, 0] : [0, 1]);
  },
);

test("a company with cash accounting cannot state another code, and nothing is left behind", async () => {
  const { acme, store } = await openBooks(undefined, { cashAccounting: true });
  const before = await traceOf(store);
  const detail = "contradicts the company's cashAccounting, by which VAT is due once it is paid; leave it out";
  for (const taxPointCode of ["3", "35"] as const) {
    await expect(acme.issue(order({ taxPointCode }))).rejects.toMatchObject({
      code: "request_invalid",
      message: `taxPointCode ${detail}.`,
      errors: [{ pointer: "/taxPointCode", detail }],
    });
  }
  expect(await traceOf(store)).toEqual(before);
  expect((await acme.issue(order({ taxPointCode: "432" }))).taxPointCode).toBe("432");
});
