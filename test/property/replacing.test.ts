/**
 * Goal: whatever is corrected by a new invoice, books that are settled end at 0, and returns hold the last invoice once.
 * Method: random invoices of sellers in Italy and Germany, with and without cash accounting, are paid in random parts, replaced
 * one to three times in other periods, with payments and refunds between. The last one is paid. Nothing is due of any, each
 * period has the difference to the one before, all of them the groups of the last one, and the audit finds nothing.
 */
import { type InvoiceOrder, isRefusal, type VatReport } from "faktura";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order, TWO_RATES } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => n / 100);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const unit = (amount: number) => Math.round(amount * 100);

const version = fc.record({
  items: fc.array(
    fc.record({
      description: fc.constant("x"),
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: cents(99_999),
      /** Which of the state's rates; 2 is none. */
      rate: fc.nat(2),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  roundingAmount: maybe(fc.constantFrom(-0.01, 0.37)),
  withholdings: maybe(fc.constant([{ percent: 20, reason: "Tax" }])),
  disbursements: maybe(cents(30_000).map((amount) => [{ description: "Fee", amount, reference: "1" }])),
  /** What is paid of it, in percent of what is due; above 100 a part of it is refunded. */
  pays: fc.integer({ min: 0, max: 130 }),
});
const scene = fc.record({
  country: fc.constantFrom("IT", "DE"),
  cashAccounting: fc.boolean(),
  prices: fc.constantFrom("net" as const, "gross" as const),
  prepaidAmount: maybe(cents(20_000)),
  versions: fc.array(version, { minLength: 2, maxLength: 4 }),
});

/** The taxed sales of a report, in cents, by rate. */
function byRate({ domestic }: VatReport): Record<number, readonly [number, number]> {
  const sums: Record<number, readonly [number, number]> = {};
  for (const { taxRate, taxableAmount, taxAmount } of domestic.lines) {
    if (unit(taxableAmount) !== 0 || unit(taxAmount) !== 0) sums[taxRate] = [unit(taxableAmount), unit(taxAmount)];
  }
  return sums;
}

describe.each(STORES)("$name store", ({ open }) => {
  test("replaced invoices end at 0, and returns hold the last one once", async () => {
    const property = fc.asyncProperty(scene, async ({ country, cashAccounting, prices, prepaidAmount, versions }) => {
      const store = await open();
      const vatNumber = country === "IT" ? "IT00743110157" : "DE136695976";
      const { acme, clock } = await openBooks(store, { country, vatNumber, cashAccounting });
      const days = versions.map((_, index) => `2027-0${index + 1}-20`);
      const shared = { autoVat: false, clientCountry: country, supplyDate: "2027-01-10", prices };
      const issued: string[] = [];
      const pay = async (id: string, amount: number, paidOn: string) => {
        if (unit(amount) !== 0) await acme.recordPayment(id, { amount: unit(amount) / 100, paidOn });
      };
      let last = { invoiceNumber: "", id: "" };
      for (const [index, { pays, items: given, ...whole }] of versions.entries()) {
        const items = given.map(({ rate, ...each }) => ({ ...each, taxRate: TWO_RATES[country]![rate] ?? 0 }));
        const content = { ...whole, items };
        const day = days[index]!;
        clock.set(`${day}T12:00:00.000Z`);
        const replacing: Partial<InvoiceOrder> =
          index === 0
            ? { prepaidAmount }
            : { documentType: "384", precedingInvoices: [{ number: last.invoiceNumber }] };
        const invoice = await acme.issue(order({ ...shared, ...content, ...replacing })).catch((error) => error);
        if (isRefusal(invoice, "amount_out_of_range")) return void (await store.close()); // more is withheld than there is
        if (invoice instanceof Error) throw invoice;
        last = invoice;
        issued.push(invoice.id);
        const { amountDue } = await acme.get(last.id);
        const isLast = index === versions.length - 1;
        if (isLast || amountDue < 0) await pay(last.id, amountDue, day);
        else await pay(last.id, (amountDue * Math.min(pays, 100)) / 100, day);
        if (!isLast && pays > 100 && amountDue > 0) await pay(last.id, (amountDue * (100 - pays)) / 100, day);
      }
      const found = await Promise.all(issued.map((id) => acme.get(id)));
      expect(found.map(({ amountDue }) => amountDue)).toEqual(issued.map(() => 0));
      const final = found.at(-1)!;
      const groups = final.vatBreakdown.map(({ taxRate, taxableAmount, taxAmount }) => {
        return [taxRate, [unit(taxableAmount), unit(taxAmount)]] as const;
      });
      const all = { from: "2027-01-01", to: "2027-12-31" };
      expect(byRate(await acme.vatReport(all))).toEqual(Object.fromEntries(groups));
      // Each period by itself leads to the next: nothing is declared twice, and nothing moves once its period is over.
      for (const [index, invoice] of found.entries()) {
        const until = await acme.vatReport({
          from: "2027-01-01",
          to: `2027-0${index + 1}-31`.replace("02-31", "02-28").replace("04-31", "04-30"),
        });
        const declared = Object.values(byRate(until)).reduce((sum, [net]) => sum + net, 0);
        if (!cashAccounting) expect(declared).toBe(unit(invoice.subtotal));
        else expect(declared).toBeLessThanOrEqual(unit(invoice.subtotal) + 1);
      }
      expect((await acme.audit()).findings).toEqual([]);
      await store.close();
    });
    await fc.assert(property, { numRuns: tries(60, 10) });
  });
});
