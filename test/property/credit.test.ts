/**
 * Goal: credits in parts add up to their invoice exactly, never exceed it, and each stays within EN 16931's tolerance.
 * Method: random orders with net or gross prices, credited in random parts until nothing is left; all amounts are
 * compared with exact rationals of BigInt.
 */
import { type CreditNote, type Invoice, isRefusal } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const DIGITS = { EUR: 2, KWD: 3, JPY: 0 } as const;
type Currency = keyof typeof DIGITS;

/** The amount in minor units, exactly: its decimal text without the point. */
function units(amount: number, currency: Currency): bigint {
  const [whole, fraction = ""] = Math.abs(amount).toString().split(".");
  expect(fraction.length, String(amount)).toBeLessThanOrEqual(DIGITS[currency]);
  const text = BigInt(whole! + fraction.padEnd(DIGITS[currency], "0"));
  return amount < 0 ? -text : text;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const abs = (value: bigint) => (value < 0n ? -value : value);

const line = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9999 }).map((n) => n / 1000),
  ),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
  vat: fc.constantFrom(
    { taxRate: 19 },
    { taxRate: 7 },
    { taxRate: 25.5 },
    { taxRate: 0 },
    { taxRate: 0, vatCategory: "E" as const },
  ),
  discount: fc.option(fc.record({ percent: fc.integer({ min: 1, max: 100 }) }), { nil: undefined }),
});
const part = fc.record({ line: fc.nat(), share: fc.integer({ min: 1, max: 1000 }), isQuantity: fc.boolean() });
const scene = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  parts: fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
  currency: fc.constantFrom<Currency>("EUR", "KWD", "JPY"),
  prices: fc.constantFrom("net" as const, "gross" as const),
});

async function creditInParts({
  lines,
  parts,
  currency,
  prices,
}: typeof scene extends fc.Arbitrary<infer S> ? S : never) {
  const { acme } = await openBooks();
  const items = lines.map(({ vat, ...each }, index) => ({ description: `${index}`, ...each, ...vat }));
  const invoice = await acme.issue(order({ autoVat: false, currency, prices, items }));
  const creditNotes: CreditNote[] = [];
  const amountField = prices === "gross" ? "grossAmount" : "netAmount";
  const credit = async (wanted?: { line: number }[]) => {
    const lines = wanted;
    const result = await acme.credit(invoice.id, { reason: "x", lines }).catch((error: unknown) => error);
    if (isRefusal(result, "credit_exceeds_invoice")) return;
    if (result instanceof Error) throw result;
    creditNotes.push(result as CreditNote);
  };
  for (const wanted of parts) {
    const chosen = new Map(
      wanted.map(({ line: place, share, isQuantity }) => {
        const index = place % items.length;
        const item = invoice.items[index]!;
        const whole = isQuantity ? item.quantity : item[amountField]!;
        const value = Number(((whole * share) / 1000).toFixed(isQuantity ? 4 : DIGITS[currency]));
        return [index, { line: index + 1, ...(value > 0 ? { [isQuantity ? "quantity" : amountField]: value } : {}) }];
      }),
    );
    await credit([...chosen.values()]);
  }
  await credit();
  return { acme, invoice: await acme.get(invoice.id), creditNotes };
}

function expectExact(invoice: Invoice, creditNotes: readonly CreditNote[], currency: Currency): void {
  const of = (amount: number) => units(amount, currency);
  const scale = 10n ** 3n; // rates have at most three decimals
  for (const name of ["subtotal", "taxTotal", "total"] as const) {
    expect(sum(creditNotes.map((note) => of(note[name])))).toBe(of(invoice[name]));
  }
  expect(of((invoice as { creditedTotal: number }).creditedTotal)).toBe(of(invoice.total));
  for (const { category, taxRate, taxableAmount, taxAmount } of invoice.vatBreakdown) {
    const groups = creditNotes.flatMap(({ vatBreakdown }) =>
      vatBreakdown.filter((group) => group.category === category && group.taxRate === taxRate),
    );
    expect(sum(groups.map((group) => of(group.taxableAmount)))).toBe(of(taxableAmount));
    expect(sum(groups.map((group) => of(group.taxAmount)))).toBe(of(taxAmount));
    const rate = BigInt(Math.round(taxRate * 1000));
    for (const group of groups) {
      // BR-S-09 tolerates less than a whole unit of the currency. VAT by difference is off by less than a minor unit, and
      // VAT that is taken out of gross prices by less than (100 + rate) / 100 minor units, which can be more than a yen.
      const off = abs(of(group.taxAmount) * 100n * scale - of(group.taxableAmount) * rate);
      const limit = invoice.prices === "gross" ? 100n * scale + rate : 100n * scale;
      expect(off < limit, `${group.taxAmount} on ${group.taxableAmount} at ${taxRate}`).toBe(true);
    }
  }
  for (const note of creditNotes) {
    expect(of(note.total)).toBe(of(note.subtotal) + of(note.taxTotal));
    expect(of(note.total) > 0n).toBe(true);
    expect(sum(note.items.map(({ netAmount }) => of(netAmount)))).toBe(of(note.subtotal));
    expect(sum(note.vatBreakdown.map((group) => of(group.taxableAmount)))).toBe(of(note.subtotal));
  }
  const field = invoice.prices === "gross" ? "grossAmount" : "netAmount";
  invoice.items.forEach((item, index) => {
    const credited = creditNotes.flatMap(({ items }) => items.filter((each) => each.line === index + 1));
    expect(sum(credited.map((each) => of(each[field]!)))).toBe(of(item[field]!));
  });
}

test("credits in parts add up to the invoice, its groups and its lines, and an audit finds nothing", async () => {
  const check = async (given: Parameters<typeof creditInParts>[0]) => {
    const { acme, invoice, creditNotes } = await creditInParts(given);
    if (invoice.total === 0) return;
    expectExact(invoice, creditNotes, given.currency);
    expect((await acme.audit()).findings).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(scene, check), { numRuns: tries(200) });
});
