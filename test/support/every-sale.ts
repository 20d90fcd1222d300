/** Random books with every kind of sale, and what may happen to an invoice after it was issued. */
import { type Company, type Invoice, type InvoiceOrder, isRefusal } from "faktura";
import fc from "fast-check";
import { order } from "./fixtures.ts";

const item = (unitPrice: number, changes: object = {}) => ({ description: "x", quantity: 3, unitPrice, ...changes });
const dollars = { currency: "USD", exchangeRate: { rate: 0.9137, date: "2026-11-20", source: "ECB" } };
const business = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
const free = (vatCategory: "E" | "Z" | "O") => ({ autoVat: false, taxRate: 0, items: [item(5, { vatCategory })] });
const lessons = { reason: "§ 4 Nr. 21 UStG" };
/** Goods from stock in Poland. */
const polish = { supply: "goods", dispatchedFrom: "PL" } as const;
const zlotys = { rate: 4.2537, date: "2026-11-20", source: "NBP" };
const greek = { clientCountry: "GR", clientVatNumber: "EL094259216" };

/** Every kind of sale of a German seller that is registered in Poland too. `returns-in-sql.ts` knows them all. */
export const SALES: readonly ((price: number) => Partial<InvoiceOrder>)[] = [
  () => ({}),
  () => ({ prices: "gross" }),
  () => dollars,
  () => ({ currency: "USD" }),
  () => ({ allowances: [{ percent: 12.5 }], charges: [{ amount: 4.95, reason: "Freight" }], roundingAmount: -0.02 }),
  () => ({ prices: "gross", allowances: [{ percent: 12.5 }], charges: [{ amount: 4.95 }], roundingAmount: 0.03 }),
  (price) => ({
    clientCountry: "FR",
    supply: "goods",
    items: [item(price, { vatRates: { FR: 5.5 } }), item(price, { discounts: [{ percent: 5 }], priceBaseQuantity: 3 })],
    allowances: [{ percent: 7 }],
    charges: [{ amount: 3, vatRates: { FR: 5.5 } }, { percent: 1 }],
  }),
  (price) => ({ autoVat: false, items: [item(price, { taxRate: 7 }), item(1.11, { taxRate: 0, vatCategory: "E" })] }),
  () => ({ autoVat: false, taxRate: 0, items: [item(5, { vatCategory: "AE" })] }),
  () => ({ clientCountry: "FR", supply: "goods" }),
  () => ({ clientCountry: "FR", supply: "digital", prices: "gross" }),
  () => ({ clientCountry: "SE", supply: "goods", currency: "SEK" }),
  () => ({ clientCountry: "SE", supply: "digital" }),
  () => ({ clientCountry: "SE" }),
  () => ({ clientCountry: "FR", autoVat: false, taxRate: 5.5, supply: "goods" }),
  () => ({ clientCountry: "FR", autoVat: false, taxRate: 20 }),
  () => ({ clientCountry: "FR", autoVat: false, taxRate: 10, supply: "services" }),
  () => ({ clientCountry: "FR", autoVat: false, taxRate: 5.5, supply: "services" }),
  () => ({ clientCountry: "FR", autoVat: false, taxRate: 19, supply: "goods" }),
  () => ({ ...business, autoVat: false, taxRate: 20, supply: "goods" }),
  () => ({ ...business, autoVat: false, taxRate: 19, supply: "goods" }),
  () => ({ autoVat: false, taxRate: 16 }),
  () => ({ ...business, ...free("E"), supply: "services" }),
  () => ({ ...business, ...free("Z"), supply: "digital" }),
  () => ({ ...business, ...free("E"), supply: "goods" }),
  () => ({ clientCountry: "FR", ...free("E"), supply: "services" }),
  () => ({ ...business, ...free("O"), supply: "services" }),
  () => ({ clientCountry: "FR", ...free("O"), supply: "services" }),
  () => ({ clientCountry: "FR", ...free("O") }),
  () => ({ clientCountry: "FR", ...free("O"), placeOfSupply: "DE" }),
  () => ({ autoVat: false, taxRate: 20, supply: "goods", deliverTo: { country: "AT" } }),
  () => ({ autoVat: false, taxRate: 10, supply: "goods", clientCountry: "FR", deliverTo: { country: "AT" } }),
  () => ({ autoVat: false, taxRate: 10, supply: "goods", clientCountry: "AT", placeOfSupply: "AT" }),
  () => ({ autoVat: false, taxRate: 10, supply: "goods", clientCountry: "FR", placeOfSupply: "AT" }),
  () => ({ autoVat: false, taxRate: 20, placeOfSupply: "DE" }),
  () => ({ clientCountry: "FR", supply: "services" }),
  (price) => ({
    clientCountry: "FR",
    items: (["goods", "digital", "services", "goods"] as const).map((supply) => item(price, { supply })),
  }),
  (price) => ({ items: [item(price, { vatRates: { DE: 7 } }), item(price), item(2.5, { vatRates: { DE: 0 } })] }),
  (price) => ({
    ...{ clientCountry: "FR", supply: "goods", prices: "gross" },
    items: [item(price, { vatRates: { FR: 5.5 } }), item(price), item(0.99, { vatRates: { FR: 5.5, DE: 7 } })],
  }),
  (price) => ({
    clientCountry: "FR",
    items: (["goods", "services", "digital"] as const).map((supply) =>
      item(price, { supply, vatRates: { DE: 7, FR: 5.5 } }),
    ),
  }),
  (price) => ({ items: [item(price, { exemption: lessons }), item(price), item(2.5, { exemption: { reason: "y" } })] }),
  (price) => ({ clientCountry: "FR", supply: "services", items: [item(price, { exemption: lessons }), item(1.25)] }),
  (price) => ({ ...business, supply: "goods", items: [item(price, { exemption: lessons }), item(price)] }),
  () => ({ ...business, placeOfSupply: "DE" }),
  () => ({ clientCountry: "US", placeOfSupply: "AT", prices: "gross" }),
  (price) => ({ placeOfSupply: "FR", items: [item(price, { vatRates: { FR: 10 } }), item(price), item(1.75)] }),
  (price) => ({
    clientCountry: "FR",
    items: [
      item(price, { placeOfSupply: "AT", vatRates: { AT: 10 } }),
      ...[item(price, { placeOfSupply: "DE" }), item(3.5, { supply: "goods" }), item(7.5, { supply: "services" })],
    ],
  }),
  () => ({ clientCountry: "FR", placeOfSupply: "CH" }),
  () => ({ ...business, placeOfSupply: "AT", autoVat: false, taxRate: 0, items: [item(5, { vatCategory: "AE" })] }),
  () => ({ ...business, placeOfSupply: "DE", autoVat: false, taxRate: 7 }),
  () => ({ clientCountry: "US", placeOfSupply: "AT", autoVat: false, taxRate: 10 }),
  () => ({ ...business, placeOfSupply: "AT", autoVat: false, taxRate: 10 }),
  () => ({ ...business, supply: "goods" }),
  () => ({ ...greek, supply: "goods", triangular: true }),
  () => ({ ...greek, supply: "services", currency: "USD" }),
  () => business,
  (price) => ({ ...business, items: [item(price, { supply: "goods" }), item(price, { supply: "digital" }), item(7)] }),
  () => ({ clientCountry: "US", supply: "goods", ...dollars }),
  () => ({ clientCountry: "US", supply: "services" }),
  () => ({ clientCountry: "CH" }),
  () => ({ ...polish, clientCountry: "PL" }),
  () => ({ ...polish, clientCountry: "PL", exchangeRate: zlotys }),
  () => ({ ...polish, clientCountry: "PL", clientVatNumber: "PL5260001246", ...dollars, exchangeRate: zlotys }),
  (price) => ({ ...polish, clientCountry: "PL", items: [item(price, { vatRates: { PL: 8 } }), item(price)] }),
  () => ({ ...polish, clientCountry: "PL", autoVat: false, taxRate: 8 }),
  () => ({ ...polish, clientCountry: "PL", autoVat: false, taxRate: 16 }),
  () => ({ ...polish, clientCountry: "DE" }),
  () => ({ ...polish, clientCountry: "PL", deliverTo: { country: "AT" }, prices: "gross" }),
  () => ({ ...polish, ...business, exchangeRate: zlotys }),
  () => ({ ...polish, ...business, deliverTo: { country: "DE" } }),
  () => ({ ...polish, clientCountry: "US" }),
  () => ({ ...business, supply: "goods", dispatchedFrom: "ES", deliverTo: { country: "ES" } }),
  () => ({ supply: "goods", deliverTo: { country: "PL" } }),
  () => ({ supply: "goods", clientCountry: "FR", deliverTo: { country: "US" } }),
  () => ({ supply: "goods", clientCountry: "FR", deliverTo: { country: "DE" } }),
  () => ({
    withholdings: [{ percent: 15, reason: "Tax" }],
    retentions: [{ percent: 5, dueOn: "2031-11-20", reason: "Guarantee" }],
    disbursements: [{ description: "Fee", amount: 12.34, reference: "1" }],
    roundingAmount: 0.01,
  }),
  () => ({ autoVat: false, taxRate: 7, withholdings: [{ percent: 20, reason: "Tax" }] }),
];

/** The days on which {@link takeSaleStep} is called. Supplies are before, between and after them. */
export const DAYS = ["2026-08-20", "2026-10-10", "2026-11-20", "2027-01-10", "2027-02-20"] as const;
const supplyDate = fc.option(fc.constantFrom("2026-07-31", "2026-09-30", "2026-10-01", "2026-12-31", "2027-04-01"), {
  nil: undefined,
});
/** Something that happens to the books. */
export const saleStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ sale: fc.nat(SALES.length - 1), cents: fc.integer({ min: 1, max: 99_999 }), supplyDate }),
  },
  { weight: 2, arbitrary: fc.record({ credited: fc.nat(), quantity: fc.constantFrom(undefined, 1, 0.37) }) },
  { weight: 1, arbitrary: fc.record({ cancelled: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ paid: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ lost: fc.nat(), on: fc.constantFrom(...DAYS) }) },
  { weight: 1, arbitrary: fc.record({ advance: fc.integer({ min: 1, max: 9999 }), isPaid: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ deducted: fc.nat(), rest: fc.integer({ min: 0, max: 9999 }), supplyDate }) },
  { weight: 1, arbitrary: fc.record({ replaced: fc.nat(), cents: fc.integer({ min: 1, max: 99_999 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ bonusOn: fc.nat(), andOn: fc.nat(), cents: fc.integer({ min: 1, max: 99_999 }) }),
  },
);

/** See {@link saleStep}. */
export type SaleStep = typeof saleStep extends fc.Arbitrary<infer Value> ? Value : never;

/** What the steps issued. */
export interface IssuedSales {
  /** What the other steps choose from, with the order of each. */
  readonly sales: { readonly id: string; readonly order: InvoiceOrder }[];
  readonly advances: Invoice[];
  /** Sales that a credit note over several invoices credits: these are neither cancelled, replaced nor written off. */
  readonly shared: Set<string>;
}

/** Does what the step says, unless the invoice that it chose does not allow it. */
export async function takeSaleStep(acme: Company, step: SaleStep, issued: IssuedSales): Promise<void> {
  if ("sale" in step) {
    const price = step.cents / 100;
    const { items = [item(price)], ...changes } = SALES[step.sale]!(price);
    const own = order({ ...changes, items, supplyDate: step.supplyDate });
    issued.sales.push({ id: (await acme.issue(own)).id, order: own });
  } else if ("advance" in step) await takeAdvance(acme, step, issued);
  else if ("deducted" in step) await takeFinal(acme, step, issued);
  else if ("replaced" in step) await takeReplacing(acme, step, issued);
  else if ("bonusOn" in step) await takeBonus(acme, step, issued);
  else await takeChange(acme, step, issued);
}

type StepOf<Name extends string> = Extract<SaleStep, Record<Name, unknown>>;

async function takeAdvance(
  acme: Company,
  { advance, isPaid }: StepOf<"advance">,
  { advances }: IssuedSales,
): Promise<void> {
  const issued = await acme.issue(order({ documentType: "386", items: [item(advance / 100)] }));
  if (isPaid) await acme.recordPayment(issued.id, { amount: issued.total });
  advances.push(issued);
}

/** The final invoice of the advance that was issued last. */
async function takeFinal(acme: Company, step: StepOf<"deducted">, { advances }: IssuedSales): Promise<void> {
  const advance = advances.pop();
  if (advance === undefined) return;
  const items = [item(advance.items[0]!.unitPrice + step.rest / 100)];
  await acme.issue(order({ items, advances: [advance.invoiceNumber], supplyDate: step.supplyDate }));
}

async function takeReplacing(acme: Company, step: StepOf<"replaced">, { sales, shared }: IssuedSales): Promise<void> {
  const index = step.replaced % Math.max(1, sales.length);
  const { id, order: of } = sales[index] ?? {};
  if (id === undefined || of === undefined || shared.has(id)) return;
  const { amountPaid, creditedTotal, status, writtenOffOn, invoiceNumber, registrationCountry } = await acme.get(id);
  if (registrationCountry === "PL") return; // law in Poland corrects by what differs
  if (amountPaid !== 0 || creditedTotal !== 0 || status === "CANCELLED" || writtenOffOn !== undefined) return;
  const items = of.items.map((each) => ({ ...each, unitPrice: step.cents / 100 }));
  await acme.issue({ ...of, items, documentType: "384", precedingInvoices: [{ number: invoiceNumber }] });
  sales.splice(index, 1);
}

/** A credit note over two invoices. It takes something off the first. */
async function takeBonus(acme: Company, step: StepOf<"bonusOn">, { sales, shared }: IssuedSales): Promise<void> {
  const [one, other] = [step.bonusOn, step.andOn].map((of) => sales[of % Math.max(1, sales.length)]?.id);
  if (one === undefined || other === undefined || one === other) return;
  const [first, second] = await Promise.all([acme.get(one), acme.get(other)]);
  if (first.writtenOffOn !== undefined || second.writtenOffOn !== undefined) return;
  const amount = Math.min(Math.floor((step.cents * 119) / 100) / 100, first.total);
  const done = await acme
    .issueCreditNote({
      ...{ reason: "Bonus", clientName: first.clientName, clientCountry: "DE", supply: "services" },
      correctedInvoices: [{ number: first.invoiceNumber, amount }, { number: second.invoiceNumber }],
      items: [{ description: "Bonus", quantity: 1, unitPrice: step.cents / 100 }],
    })
    .catch((error: unknown) => error);
  if (isRefusal(done)) return;
  if (done instanceof Error) throw done;
  for (const id of [one, other]) shared.add(id);
}

type Change = StepOf<"credited"> | StepOf<"cancelled"> | StepOf<"paid"> | StepOf<"lost">;

async function takeChange(acme: Company, step: Change, { sales, shared }: IssuedSales): Promise<void> {
  const chosen =
    "credited" in step ? step.credited : "paid" in step ? step.paid : "lost" in step ? step.lost : step.cancelled;
  const id = sales[chosen % Math.max(1, sales.length)]?.id;
  if (id === undefined || (shared.has(id) && ("lost" in step || "cancelled" in step))) return;
  // Some have been credited, cancelled or paid already, and some have French VAT.
  if ("lost" in step) await acme.writeOff(id, { reason: "x", on: step.on }).catch(() => undefined);
  else if ("cancelled" in step) await acme.cancel(id).catch(() => undefined);
  else if ("paid" in step) {
    const { creditedTotal, amountDue } = await acme.get(id);
    if (creditedTotal === 0 && amountDue > 0) await acme.recordPayment(id, { amount: amountDue });
  } else {
    const { quantity } = step;
    const lines = quantity === undefined ? undefined : [{ line: 1, quantity }];
    await acme.credit(id, { reason: "x", lines }).catch(() => undefined);
  }
}
