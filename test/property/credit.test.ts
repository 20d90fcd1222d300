/**
 * Goal: credits in parts add up to their invoice exactly, never exceed it, and each stays within EN 16931's tolerance.
 * Method: random orders with net or gross prices, with lines of either sign, in several currencies and at rates of two
 * countries, as documents of version 2 and 1, credited in random parts until nothing is left; all amounts are compared with
 * exact rationals of BigInt.
 */
import { type CreditNote, type CreditOrder, type Invoice, type InvoiceOrder, isRefusal } from "faktura";
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
  discount: fc.option(fc.record({ percent: fc.integer({ min: 1, max: 50 }), isAmount: fc.boolean() }), {
    nil: undefined,
  }),
  discounts: fc.option(fc.constant([{ percent: 12.5 }, { percent: 3 }]), { nil: undefined }),
  charges: fc.option(fc.constant([{ percent: 70 }]), { nil: undefined }),
  priceBaseQuantity: fc.constantFrom(undefined, undefined, 3, 0.7),
});
const adjustments = fc.option(
  fc.array(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 40 }) }),
      fc.record({
        percent: fc.integer({ min: 1, max: 40 }),
        taxRate: fc.constantFrom(7, undefined),
        baseAmount: fc.constant(10),
      }),
      fc.record({
        amount: fc.integer({ min: 1, max: 900 }).map((n) => n / 100),
        taxRate: fc.constantFrom(19, 7, 0, undefined),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  { nil: undefined },
);
const part = fc.record({
  line: fc.nat(),
  isAdjustment: fc.boolean(),
  share: fc.integer({ min: 1, max: 1000 }),
  isQuantity: fc.boolean(),
});
const scene = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  allowances: adjustments,
  charges: adjustments,
  roundingAmount: fc.constantFrom(undefined, 1, -1, -2),
  withholdings: fc.constantFrom(undefined, undefined, [
    { percent: 20, reason: "Tax" },
    { percent: 8.5, basePercent: 50, reason: "Contribution" },
  ]),
  disbursements: fc.constantFrom(undefined, undefined, [
    { description: "Fee", amount: 7, reference: "1" },
    { description: "Toll", amount: 100, reference: "2" },
  ]),
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
async function openScene(given: Scene): Promise<[Books, InvoiceOrder]> {
  const { lines, currency, prices, kind, exchangeRate, roundingAmount, withholdings, disbursements } = given;
  const isByHand = kind !== "oss";
  // With automatic VAT, those that would state a rate have a percentage of all lines.
  const adapted = (list: Scene["allowances"]) =>
    isByHand ? list : list?.map((each) => ({ percent: "percent" in each ? each.percent : 5 }));
  const whole = {
    roundingAmount,
    withholdings,
    disbursements,
    allowances: adapted(given.allowances),
    charges: adapted(given.charges),
  };
  const items = lines.map(({ vat, supply, sign, quantity, discount, ...each }, index) => {
    const { percent = 0, isAmount = false } = discount ?? {};
    const baseAmount = (quantity * each.unitPrice) / (each.priceBaseQuantity ?? 1);
    const amount = Math.floor(baseAmount * percent * 10) / 1000;
    const off = isAmount ? { amount, baseAmount } : { percent };
    const fixed = { description: `${index}`, quantity: sign * quantity, ...each, discount: discount && off };
    return kind === "oss" ? { ...fixed, supply } : { ...fixed, ...vat };
  });
  if (kind === "oss")
    return [await openBooks(), order({ clientCountry: "CY", isCompany: false, currency, prices, items, ...whole })];
  if (kind !== "converted") return [await openBooks(), order({ autoVat: false, currency, prices, items, ...whole })];
  const polish = { country: "PL", vatNumber: "PL5260001246", defaultCurrency: "PLN" };
  const rate = { rate: exchangeRate, date: "2026-11-19", source: "NBP" };
  const converted = currency === "PLN" ? {} : { exchangeRate: rate };
  const sale = order({ autoVat: false, clientCountry: "PL", currency, prices, items, ...whole, ...converted });
  return [await openBooks(undefined, polish), sale];
}

async function creditInParts(given: Scene) {
  const { parts, currency } = given;
  const [{ acme }, sale] = await openScene(given);
  const ordered = await acme.issue(sale).catch((error: unknown) => error);
  if (isRefusal(ordered, "amount_out_of_range")) return undefined; // a total below 0
  if (isRefusal(ordered, "request_invalid") && ordered.message.includes("cannot be divided")) return undefined;
  if (ordered instanceof Error) throw ordered;
  const { id } = ordered as Invoice;
  const invoice = await acme.get(id);
  const creditNotes: CreditNote[] = [];
  const amountField = invoice.prices === "gross" ? "grossAmount" : "netAmount";
  const credit = async (parts: Partial<CreditOrder> = {}) => {
    const result = await acme.credit(invoice.id, { reason: "x", ...parts }).catch((error: unknown) => error);
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
    const lines = [...chosen.values()];
    const share = wanted.find(({ isAdjustment }) => isAdjustment)?.share;
    const shares = (of: Invoice["charges"]) =>
      share === undefined
        ? undefined
        : of?.flatMap(({ amount }, index) => {
            const part = Number(((amount * share) / 1000).toFixed(DIGITS[currency]));
            return part > 0 ? [{ position: index + 1, amount: part }] : [];
          });
    const [allowances, charges] = [shares(invoice.allowances), shares(invoice.charges)];
    await credit({ lines, ...(allowances?.length && { allowances }), ...(charges?.length && { charges }) });
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
  expect(invoice.amountDue).toBe(0);
  expect(sum(creditNotes.map((note) => of(note.payable))), "what is to be paid").toBe(of(invoice.payable));
  expect(sum(creditNotes.map((note) => of(note.roundingAmount ?? 0)))).toBe(of(invoice.roundingAmount ?? 0));
  for (const name of ["withholdings", "disbursements"] as const) {
    for (const [index, { amount }] of (invoice[name] ?? []).entries())
      expect(sum(creditNotes.map((note) => of(note[name]![index]!.amount))), name).toBe(of(amount));
  }
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
    expect(of(note.total) + of(note.roundingAmount ?? 0) >= 0n).toBe(true);
    const lineTotal = sum(note.items.map(({ netAmount }) => of(netAmount)));
    const [allowances, charges] = [note.allowances ?? [], note.charges ?? []].map((list) =>
      sum(list.map(({ netAmount }) => of(netAmount))),
    );
    expect(lineTotal - allowances! + charges!).toBe(of(note.subtotal));
    if (note.lineTotal !== undefined) expect(of(note.lineTotal)).toBe(lineTotal);
    expect([note.allowanceTotal ?? 0, note.chargeTotal ?? 0].map(of)).toEqual([allowances, charges]);
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
  /** What is left of the charges, less what is left of the allowances. */
  const leftAdjustments = sum(
    (
      [
        ["allowances", -1n],
        ["charges", 1n],
      ] as const
    ).flatMap(([field, sign]) => {
      const all = [invoice, ...creditNotes].map((document) => document[field] ?? []);
      const [whole, ...parts] = all.map((list) => sum(list.map(({ amount }) => of(amount))));
      return sign * (whole! - sum(parts));
    }),
  );
  const isWithout = (invoice.allowances ?? invoice.charges) === undefined;
  const isEachCredited = invoice.items.every(({ netAmount }) => netAmount >= 0) && invoice.allowances === undefined;
  if (invoice.prices !== "gross") {
    // Once the invoice is credited in full, lines can be left that cancel each other out.
    expect(sum(left("netAmount")) + leftAdjustments).toBe(0n);
    if (isEachCredited) expect(left("netAmount").every((rest) => rest === 0n)).toBe(true);
    return;
  }
  expect(sum(left("grossAmount")) + leftAdjustments).toBe(0n);
  if (isEachCredited) expect(left("grossAmount").every((rest) => rest === 0n)).toBe(true);
  for (const { netAmount, grossAmount, taxRate } of creditNotes.flatMap(({ items }) => items)) {
    const [net, gross] = [of(netAmount), of(grossAmount!)];
    expect(gross < 0n ? net >= gross && net <= 0n : net >= 0n && net <= gross).toBe(true);
    const [netParts, grossParts] = [100_000n, 100_000n + BigInt(Math.round(taxRate * 1000))];
    expect(abs(net * grossParts - gross * netParts) <= 2n * grossParts, `${netAmount} of ${grossAmount}`).toBe(true);
  }
  // Lines that are always credited together add up to their own net amounts.
  const isTogether = creditNotes.every(({ items }) => items.length === invoice.items.length);
  if (isTogether && isWithout)
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
