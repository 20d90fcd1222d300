/**
 * Goal: credits in parts add up to their invoice exactly, never exceed it, and each stays within EN 16931's tolerance.
 * Method: random orders with net or gross prices, with lines of either sign, in several currencies and at rates of two
 * countries, as documents of version 2 and 1, credited in random parts until nothing is left; all amounts are compared with
 * exact rationals of BigInt.
 */
import { type CreditNote, type Invoice, type InvoiceOrder, isRefusal } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Books, openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const DIGITS = { EUR: 2, PLN: 2, KWD: 3, JPY: 0 } as const;
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
  /** One line in five takes something off. */
  sign: fc.constantFrom(1, 1, 1, 1, -1),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
  vat: fc.constantFrom(
    { taxRate: 19 },
    { taxRate: 7 },
    { taxRate: 25.5 },
    { taxRate: 0 },
    { taxRate: 0, vatCategory: "E" as const },
  ),
  supply: fc.constantFrom("goods" as const, "services" as const),
  discount: fc.option(fc.record({ percent: fc.integer({ min: 1, max: 100 }) }), { nil: undefined }),
});
const part = fc.record({ line: fc.nat(), share: fc.integer({ min: 1, max: 1000 }), isQuantity: fc.boolean() });
const scene = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  parts: fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
  currency: fc.constantFrom<Currency>("EUR", "PLN", "KWD", "JPY"),
  prices: fc.constantFrom("net" as const, "gross" as const),
  /** Of a PLN invoice of a seller in Poland; otherwise the tax currency is the invoice's. */
  exchangeRate: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1_000_000),
  /** `oss`: goods at the rate of Cyprus and services at that of Germany, which are the same. */
  kind: fc.constantFrom("manual" as const, "manual" as const, "oss" as const, "converted" as const),
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

/** The books and the order of a scene. */
async function openScene({ lines, currency, prices, kind, exchangeRate }: Scene): Promise<[Books, InvoiceOrder]> {
  const items = lines.map(({ vat, supply, sign, quantity, ...each }, index) => {
    const fixed = { description: `${index}`, quantity: sign * quantity, ...each };
    return kind === "oss" ? { ...fixed, supply } : { ...fixed, ...vat };
  });
  if (kind === "oss")
    return [await openBooks(), order({ clientCountry: "CY", isCompany: false, currency, prices, items })];
  if (kind !== "converted") return [await openBooks(), order({ autoVat: false, currency, prices, items })];
  const polish = { country: "PL", vatNumber: "PL5260001246", defaultCurrency: "PLN" };
  const rate = { rate: exchangeRate, date: "2026-11-19", source: "NBP" };
  const converted = currency === "PLN" ? {} : { exchangeRate: rate };
  const sale = order({ autoVat: false, clientCountry: "PL", currency, prices, items, ...converted });
  return [await openBooks(undefined, polish), sale];
}

async function creditInParts(given: Scene) {
  const { parts, currency } = given;
  const [{ acme }, sale] = await openScene(given);
  const ordered = await acme.issue(sale).catch((error: unknown) => error);
  if (isRefusal(ordered, "amount_out_of_range")) return undefined; // a total below 0
  if (ordered instanceof Error) throw ordered;
  const { id } = ordered as Invoice;
  const invoice = await acme.get(id);
  const creditNotes: CreditNote[] = [];
  const amountField = invoice.prices === "gross" ? "grossAmount" : "netAmount";
  const credit = async (lines?: { line: number }[]) => {
    const result = await acme.credit(invoice.id, { reason: "x", lines }).catch((error: unknown) => error);
    if (isRefusal(result, "credit_exceeds_invoice")) return;
    if (result instanceof Error) throw result;
    creditNotes.push(result as CreditNote);
  };
  for (const wanted of parts) {
    const chosen = new Map(
      wanted.map(({ line: place, share, isQuantity }) => {
        const index = place % invoice.items.length;
        const item = invoice.items[index]!;
        const whole = isQuantity ? item.quantity : item[amountField]!;
        const value = Number(((whole * share) / 1000).toFixed(isQuantity ? 4 : DIGITS[currency]));
        return [index, { line: index + 1, ...(value !== 0 ? { [isQuantity ? "quantity" : amountField]: value } : {}) }];
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
  const converted = invoice.taxTotalInTaxCurrency;
  if (converted !== undefined) {
    const parts = creditNotes.map((note) => units(note.taxTotalInTaxCurrency!, "PLN"));
    expect(sum(parts)).toBe(units(converted, "PLN"));
  }
  for (const { taxableAmount, taxAmount, ...own } of invoice.vatBreakdown) {
    const { category, taxRate, rateCountry } = own;
    const groups = creditNotes.flatMap(({ vatBreakdown }) =>
      vatBreakdown.filter((group) => isOf(group, { category, taxRate, rateCountry })),
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
  expectExactLines(invoice, creditNotes, of);
}

const isOf = (group: object, own: object) =>
  Object.entries(own).every(([name, value]) => group[name as keyof typeof group] === value);

function expectExactLines(invoice: Invoice, creditNotes: readonly CreditNote[], of: (amount: number) => bigint): void {
  const credited = invoice.items.map((_, index) =>
    creditNotes.flatMap(({ items }) => items.filter((each) => each.line === index + 1)),
  );
  const left = (field: "netAmount" | "grossAmount") =>
    invoice.items.map((item, index) => of(item[field]!) - sum(credited[index]!.map((each) => of(each[field]!))));
  if (invoice.prices !== "gross") {
    // Once the invoice is credited in full, lines can be left that cancel each other out.
    expect(sum(left("netAmount"))).toBe(0n);
    if (invoice.items.every(({ netAmount }) => netAmount >= 0))
      expect(left("netAmount").every((rest) => rest === 0n)).toBe(true);
    return;
  }
  expect(sum(left("grossAmount"))).toBe(0n);
  if (invoice.items.every(({ netAmount }) => netAmount >= 0))
    expect(left("grossAmount").every((rest) => rest === 0n)).toBe(true);
  for (const { netAmount, grossAmount, taxRate } of creditNotes.flatMap(({ items }) => items)) {
    const [net, gross] = [of(netAmount), of(grossAmount!)];
    expect(gross < 0n ? net >= gross && net <= 0n : net >= 0n && net <= gross).toBe(true);
    const [netParts, grossParts] = [100_000n, 100_000n + BigInt(Math.round(taxRate * 1000))];
    expect(abs(net * grossParts - gross * netParts) <= 2n * grossParts, `${netAmount} of ${grossAmount}`).toBe(true);
  }
  // Lines that are always credited together add up to their own net amounts.
  const isTogether = creditNotes.every(({ items }) => items.length === invoice.items.length);
  if (isTogether)
    expect(
      left("netAmount").every((rest) => rest === 0n),
      "together",
    ).toBe(true);
}

test("credits in parts add up to the invoice, its groups and its lines, and an audit finds nothing", async () => {
  const check = async (given: Scene) => {
    const found = await creditInParts(given);
    if (found === undefined || found.invoice.total === 0) return;
    const { acme, invoice, creditNotes } = found;
    expectExact(invoice, creditNotes, given.currency);
    expect((await acme.audit()).findings).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(scene, check), { numRuns: tries(200) });
});

const together = fc.record({
  amounts: fc.array(fc.integer({ min: 20, max: 9999 }), { minLength: 2, maxLength: 5 }),
  /** Shares of the whole, of which the rest is credited last. */
  shares: fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 1, maxLength: 3 }),
  taxRate: fc.constantFrom(19, 7, 25.5, 100),
});

test("gross lines that are always credited together add up to their own net amounts", async () => {
  const check = async ({ amounts, shares, taxRate }: typeof together extends fc.Arbitrary<infer S> ? S : never) => {
    const { acme } = await openBooks();
    const items = amounts.map((cents, index) => ({
      description: `${index}`,
      quantity: 1,
      unitPrice: cents / 100,
      taxRate,
    }));
    const invoice = await acme.issue(order({ autoVat: false, prices: "gross", items }));
    const creditNotes: CreditNote[] = [];
    for (const share of shares) {
      const lines = amounts.map((cents, index) => ({
        line: index + 1,
        grossAmount: Math.floor((cents * share) / 100) / 100,
      }));
      creditNotes.push(await acme.credit(invoice.id, { reason: "x", lines }));
    }
    creditNotes.push(await acme.credit(invoice.id, { reason: "rest" }));
    invoice.items.forEach(({ netAmount }, index) => {
      const credited = creditNotes.map((note) => units(note.items[index]!.netAmount, "EUR"));
      expect(sum(credited)).toBe(units(netAmount, "EUR"));
    });
  };
  await fc.assert(fc.asyncProperty(together, check), { numRuns: tries(100) });
});
