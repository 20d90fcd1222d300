/**
 * Goal: Spain's equivalence surcharge is right in every invoice, and credits in parts take back exactly what was charged.
 * Method: random orders of net or gross prices, with lines of either sign with and without a surcharge, allowances and charges,
 * credited in random parts until nothing is left. Amounts are compared with whole cents that the test computes itself, the
 * books are audited, the returns must end at nothing, and the records of Veri*factu are read as the tax agency reads them.
 */
import { type CreditNote, type CreditOrder, type Invoice, type InvoiceOrder, isRefusal } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chainFaults, refusals } from "../einvoice/es/agency.ts";
import { ORDER, recordsOf, SELLER } from "../einvoice/es/scenes.ts";
import { openBooks } from "../service/books.ts";
import { tries } from "../support/tries.ts";

/** A rate of VAT and the surcharge that the line states. */
const taxes = fc.constantFrom(
  { rate: 21 },
  { rate: 10 },
  { rate: 21, es: { equivalenceSurcharge: true } },
  { rate: 21, es: { equivalenceSurcharge: true, surchargeRate: 1.75 } },
  { rate: 10, es: { equivalenceSurcharge: true } },
  { rate: 4, es: { equivalenceSurcharge: true } },
);
const line = fc.record({
  taxes,
  quantity: fc.constantFrom(1, 1, 2, 7, 0.333, -1),
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
});
const amounts = fc.option(
  fc.array(fc.record({ amount: fc.integer({ min: 1, max: 500 }).map((n) => n / 100) }), { minLength: 1, maxLength: 2 }),
  { nil: undefined },
);
const scene = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  allowances: amounts,
  charges: amounts,
  prices: fc.constantFrom("net" as const, "gross" as const),
  cashAccounting: fc.boolean(),
  parts: fc.array(fc.record({ line: fc.nat(4), share: fc.integer({ min: 1, max: 1000 }), byQuantity: fc.boolean() }), {
    maxLength: 5,
  }),
});
type Scene = typeof scene extends fc.Arbitrary<infer Of> ? Of : never;

const cents = (amount = 0) => Math.round(amount * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const round = (value: number) => Math.sign(value) * Math.round(Math.abs(value) + 1e-7);

/** Amounts follow from the rates; shares of what gross prices contain, and of what is credited, to a cent or two. */
function expectTaxed(document: Invoice | CreditNote): void {
  const { vatBreakdown, subtotal, taxTotal, total, surchargeTotal, prices } = document;
  const off = (prices === "gross" ? 2 : 0) + ("creditNoteNumber" in document ? 1 : 0);
  for (const { taxableAmount, taxRate, taxAmount, surchargeRate = 0, surchargeAmount = 0 } of vatBreakdown) {
    for (const [rate, amount] of [
      [taxRate, taxAmount],
      [surchargeRate, surchargeAmount],
    ] as const)
      expect(Math.abs(round((cents(taxableAmount) * rate) / 100) - cents(amount)), `${rate} %`).toBeLessThanOrEqual(
        off,
      );
  }
  const surcharges = sum(vatBreakdown.map(({ surchargeAmount }) => cents(surchargeAmount)));
  expect(cents(taxTotal)).toBe(sum(vatBreakdown.map(({ taxAmount }) => cents(taxAmount))) + surcharges);
  expect([cents(surchargeTotal), cents(total)]).toEqual([surcharges, cents(subtotal) + cents(taxTotal)]);
  expect(surchargeTotal === undefined).toBe(vatBreakdown.every(({ surchargeRate }) => surchargeRate === undefined));
}

async function creditInParts({ lines, parts, cashAccounting, ...whole }: Scene) {
  const { acme } = await openBooks(undefined, { ...SELLER, cashAccounting });
  const items: InvoiceOrder["items"] = lines.map(({ taxes: { rate, ...national }, ...item }) => {
    return { description: "Género", ...item, vatRates: { ES: rate }, national };
  });
  const ordered = await acme.issue({ ...ORDER, ...whole, items }).catch((error: unknown) => error);
  if (isRefusal(ordered)) return undefined; // below 0, or amounts that cannot be divided
  if (ordered instanceof Error) throw ordered;
  const invoice = ordered as Invoice;
  const notes: CreditNote[] = [];
  const credit = async (more: Partial<CreditOrder>) => {
    const made = await acme.credit(invoice.id, { reason: "Devolución", ...more }).catch((error: unknown) => error);
    if (isRefusal(made, "credit_exceeds_invoice")) return;
    if (made instanceof Error) throw made;
    notes.push(made as CreditNote);
  };
  for (const { line: place, share, byQuantity } of parts) {
    const index = place % items.length;
    const { quantity, netAmount, grossAmount } = invoice.items[index]!;
    const by = byQuantity ? "quantity" : grossAmount === undefined ? "netAmount" : "grossAmount";
    const all = byQuantity ? quantity : (grossAmount ?? netAmount);
    const part = Number(((all * share) / 1000).toFixed(byQuantity ? 3 : 2));
    if (part !== 0) await credit({ lines: [{ line: index + 1, [by]: part }] });
  }
  await credit({});
  return { acme, invoice: await acme.get(invoice.id), notes };
}

test("surcharges follow from their rates, and credits in parts end at nothing", async () => {
  let surcharged = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const made = await creditInParts(given);
      if (made === undefined) return fc.pre(false);
      const { acme, invoice, notes } = made;
      if (invoice.surchargeTotal !== undefined) surcharged += 1;
      for (const document of [invoice, ...notes]) expectTaxed(document);
      expect(invoice.amountDue).toBe(0);
      for (const name of ["subtotal", "taxTotal", "surchargeTotal"] as const)
        expect(sum(notes.map((note) => cents(note[name]))), name).toBe(cents(invoice[name]));
      expect((await acme.audit()).findings).toEqual([]);
      const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2027-12-31" });
      expect(domestic.lines).toEqual([]);
      const records = (await recordsOf(acme)).map(({ xml }) => xml);
      expect([chainFaults(records), records.flatMap(refusals)]).toEqual([[], []]);
    }),
    { numRuns: tries(200), maxSkipsPerRun: 1000 },
  );
  expect(surcharged).toBeGreaterThan(0);
});
