/**
 * Goal: a VAT report declares each amount of each document exactly once, in the right place, and can be repeated later.
 * Method: random books with every kind of sale, currencies, mixed and gross invoices, payments, credit notes, also over several
 * invoices, advances with their final invoices, corrected invoices, withheld amounts, write-offs and cancellations. The report of a random span equals sums that SQLite and PostgreSQL compute from the documents' JSON. All sections together
 * equal the documents as the library returns them. A report as of a day equals the one that was made on that day.
 */
import {
  type Company,
  createInvoicing,
  type Invoice,
  type InvoiceOrder,
  type InvoicingStore,
  isRefusal,
  type VatReport,
} from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, freshFile, withRaw } from "../support/stores.ts";
import { tries } from "../support/tries.ts";
import { postgresIn, SQLITE, type SqlSum, sumsInSql } from "./returns-in-sql.ts";

const item = (unitPrice: number, changes: object = {}) => ({ description: "x", quantity: 3, unitPrice, ...changes });
const dollars = { currency: "USD", exchangeRate: { rate: 0.9137, date: "2026-11-20", source: "ECB" } };
const business = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
const free = (vatCategory: "E" | "Z" | "O") => ({ autoVat: false, taxRate: 0, items: [item(5, { vatCategory })] });
const lessons = { reason: "§ 4 Nr. 21 UStG" };
/** Goods from stock in Poland. */
const polish = { supply: "goods", dispatchedFrom: "PL" } as const;
const zlotys = { rate: 4.2537, date: "2026-11-20", source: "NBP" };
const greek = { clientCountry: "GR", clientVatNumber: "EL094259216" };

/** Every kind of sale that `returns-in-sql.ts` knows. */
const SALES: readonly ((price: number) => Partial<InvoiceOrder>)[] = [
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

const DAYS = ["2026-08-20", "2026-10-10", "2026-11-20", "2027-01-10", "2027-02-20"] as const;
const supplyDate = fc.option(fc.constantFrom("2026-07-31", "2026-09-30", "2026-10-01", "2026-12-31", "2027-04-01"), {
  nil: undefined,
});
const step = fc.oneof(
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
const SPANS = [
  { from: "2026-10-01", to: "2026-12-31" },
  { from: "2026-07-01", to: "2026-09-30" },
  { from: "2026-11-01", to: "2026-11-30" },
  { from: "2026-01-01", to: "2027-12-31" },
] as const;
const books = fc.record({
  /** What happens on each of {@link DAYS}. */
  steps: fc.array(fc.array(step, { maxLength: 8, size: "max" }), { minLength: DAYS.length, maxLength: DAYS.length }),
  span: fc.constantFrom(...SPANS),
  /** After which day the report is filed. */
  filedAfter: fc.nat(DAYS.length - 1),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Span = (typeof SPANS)[number];

const SEK_RATES = { SEK: { "2026-Q3": 11.2345, "2026-Q4": 10.9871, "2027-Q1": 11.5, "2027-Q2": 12.1 } };

/** What the steps issued. */
interface Issued {
  /** What the other steps choose from, with the order of each. */
  readonly sales: { readonly id: string; readonly order: InvoiceOrder }[];
  readonly advances: Invoice[];
  /** Sales that a credit note over several invoices credits: these are neither cancelled, replaced nor written off. */
  readonly shared: Set<string>;
}

async function take(acme: Company, step: Step, issued: Issued): Promise<void> {
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

type StepOf<Name extends string> = Extract<Step, Record<Name, unknown>>;

async function takeAdvance(acme: Company, { advance, isPaid }: StepOf<"advance">, { advances }: Issued): Promise<void> {
  const issued = await acme.issue(order({ documentType: "386", items: [item(advance / 100)] }));
  if (isPaid) await acme.recordPayment(issued.id, { amount: issued.total });
  advances.push(issued);
}

/** The final invoice of the advance that was issued last. */
async function takeFinal(acme: Company, step: StepOf<"deducted">, { advances }: Issued): Promise<void> {
  const advance = advances.pop();
  if (advance === undefined) return;
  const items = [item(advance.items[0]!.unitPrice + step.rest / 100)];
  await acme.issue(order({ items, advances: [advance.invoiceNumber], supplyDate: step.supplyDate }));
}

async function takeReplacing(acme: Company, step: StepOf<"replaced">, { sales, shared }: Issued): Promise<void> {
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
async function takeBonus(acme: Company, step: StepOf<"bonusOn">, { sales, shared }: Issued): Promise<void> {
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

async function takeChange(acme: Company, step: Change, { sales, shared }: Issued): Promise<void> {
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

/** Amounts by section, line and currency, in units of 10^-2. */
type Sums = ReadonlyMap<string, bigint>;

function summed(entries: Iterable<readonly [string, bigint]>): Sums {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? 0n) + amount);
  return new Map([...sums].filter(([, amount]) => amount !== 0n).sort());
}

const cents = (amount: number) => BigInt(Math.round(amount * 100));

/** The lines of a report under the names that the SQL gives them. */
function named(report: VatReport, what: "net" | "vat") {
  const { oss, corrections, registrations } = report;
  return [
    ...[{ ...report, country: undefined }, ...registrations].flatMap((returns) => {
      const { domestic, recapitulative, exports, outsideScope } = returns;
      const of = returns.country === undefined ? "" : `${returns.country} `;
      return [
        ...domestic.lines.map((line) => [`domestic ${of}${line.category} ${line.taxRate}`, line] as const),
        ...recapitulative.lines.map(
          (line) => [`recapitulative ${of}${line.clientVatNumber} ${line.kind}`, line] as const,
        ),
        ...exports.lines.map((line) => [`exports ${of}${line.country}`, line] as const),
        ...outsideScope.lines.map((line) => [`outsideScope ${of}${line.country}`, line] as const),
      ];
    }),
    ...oss.lines.map((line) => {
      const supply = what === "net" ? `${line.supply} ` : "";
      const from = line.dispatchedFrom === undefined ? "" : ` ${line.dispatchedFrom}`;
      return [`oss ${line.period} ${line.country} ${supply}${line.taxRate}${from}`, line] as const;
    }),
    ...corrections.oss.map((line) => [`oss corrects ${line.declaredIn} ${line.period} ${line.country}`, line] as const),
  ];
}

/** What a report has in the currencies of the documents. */
function issuedIn(report: VatReport, what: "net" | "vat"): Sums {
  const amountOf = ({ taxableAmount = 0, taxAmount = 0 }) => cents(what === "net" ? taxableAmount : taxAmount);
  const lines = named(report, what).flatMap(([name, { asIssued }]) =>
    asIssued.map((amounts) => [`${name} ${amounts.currency}`, amountOf(amounts)] as const),
  );
  const others = report.unplaced.map((part) => {
    const section = part.reason === "cancelled_without_credit_note" ? "cancelled" : "unplaced";
    return [`${section}  ${part.currency}`, amountOf(part)] as const;
  });
  return summed([...lines, ...others]);
}

/** What a report has after conversion, for the sections that convert with the rates of documents. */
function convertedIn(report: VatReport, what: "net" | "vat"): Sums {
  const own = named(report, what).filter(([name]) => !name.startsWith("oss"));
  return summed(
    own.map(([name, line]) => [
      `${name} ${line.currency}`,
      cents(what === "net" ? line.taxableAmount : line.taxAmount),
    ]),
  );
}

function divided(dividend: bigint, divisor: bigint): bigint {
  const [whole, sign] = dividend < 0n ? [-dividend, -1n] : [dividend, 1n];
  return sign * ((2n * whole + divisor) / (2n * divisor));
}

/** The same of sums in SQL: at the document's rate, all documents of a line at once. */
function convertedSums(rows: readonly SqlSum[]): Sums {
  const own = rows.filter(({ section }) => !["oss", "unplaced", "cancelled"].includes(section));
  const exact = own.map(({ section, detail, registration, currency, rate, amount }) => {
    const into = rate === null ? currency : registration === "PL" ? "PLN" : "EUR";
    return [`${section} ${detail} ${into}`, BigInt(amount) * BigInt(rate ?? 10_000)] as const;
  });
  return summed([...summed(exact)].map(([key, amount]) => [key, divided(amount, 10_000n)] as const));
}

const issuedSums = (rows: readonly SqlSum[]) =>
  summed(
    rows.map(({ section, detail, currency, amount }) => [`${section} ${detail} ${currency}`, BigInt(amount)] as const),
  );

/** OSS in euros, from the amounts as issued. */
function requireEuros({ oss, corrections }: VatReport): void {
  expect(oss.ratesNeeded).toEqual([]);
  for (const { period, currency, asIssued, ...line } of [...oss.lines, ...corrections.oss]) {
    const rate = BigInt(Math.round(SEK_RATES.SEK[period as keyof typeof SEK_RATES.SEK] * 10_000));
    for (const name of ["taxableAmount", "taxAmount"] as const) {
      const inUnits = (of: string) => cents(asIssued.find((each) => each.currency === of)?.[name] ?? 0);
      expect(cents(line[name])).toBe(divided(inUnits("EUR") * rate + inUnits("SEK") * 10_000n, rate));
    }
    expect(currency).toBe("EUR");
  }
}

/**
 * The sum of all documents, from the lists of the library. Cancelled invoices count as far as they were credited, and of lost ones
 * that were not paid only what has no VAT. What was replaced, and advances that were not paid, do not count.
 */
async function sumOfDocuments(acme: Company): Promise<Sums> {
  const { data } = await acme.list({ limit: 100 });
  const { data: notes } = await acme.creditNotes({ limit: 100 });
  const replaced = new Set(data.map(({ replaces }) => replaces));
  const counts = ({ documentType, amountPaid, invoiceNumber }: (typeof data)[number]) =>
    !replaced.has(invoiceNumber) && (documentType !== "386" || amountPaid > 0);
  const invoices = data.filter(counts);
  const cancelled = new Set(invoices.filter(({ status }) => status === "CANCELLED").map(({ id }) => id));
  const amounts = (
    sign: bigint,
    { currency, subtotal, taxTotal }: (typeof invoices)[number] | (typeof notes)[number],
  ) => [[`net ${currency}`, sign * cents(subtotal)] as const, [`vat ${currency}`, sign * cents(taxTotal)] as const];
  const lost = new Set(
    invoices.filter(({ writtenOffOn, amountDue }) => writtenOffOn !== undefined && amountDue > 0).map(({ id }) => id),
  );
  const taxed = (sign: bigint, { currency, vatBreakdown }: (typeof invoices)[number] | (typeof notes)[number]) =>
    vatBreakdown
      .filter(({ taxRate }) => taxRate > 0)
      .flatMap(({ taxableAmount, taxAmount }) => [
        [`net ${currency}`, sign * cents(taxableAmount)] as const,
        [`vat ${currency}`, sign * cents(taxAmount)] as const,
      ]);
  return summed([
    ...invoices.filter(({ id }) => lost.has(id)).flatMap((invoice) => taxed(-1n, invoice)),
    ...notes
      .filter(({ corrects }) => corrects !== undefined && lost.has(corrects.invoiceId))
      .flatMap((note) => taxed(1n, note)),
    ...invoices.filter(({ id }) => !cancelled.has(id)).flatMap((invoice) => amounts(1n, invoice)),
    ...notes
      .filter(({ corrects }) => corrects === undefined || !cancelled.has(corrects.invoiceId))
      .flatMap((note) => amounts(-1n, note)),
  ]);
}

function sumOfSections(report: VatReport): Sums {
  const parts = (["net", "vat"] as const).flatMap((what) =>
    [...issuedIn(report, what)].map(([key, amount]) => [`${what} ${key.split(" ").at(-1)}`, amount] as const),
  );
  return summed(parts);
}

async function compare(
  store: InvoicingStore,
  { steps, span, filedAfter }: { steps: Step[][]; span: Span; filedAfter: number },
  sumsOf: (what: "net" | "vat", span: Span) => Promise<readonly SqlSum[]>,
): Promise<void> {
  const clock = new TestClock("2026-08-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile({ ...germanProfile(), registrations: [{ country: "PL", vatNumber: "PL8567346215" }] });
  const request = { ...span, rates: SEK_RATES };
  const issued: Issued = { sales: [], advances: [], shared: new Set() };
  let filed: VatReport | undefined;
  for (const [index, day] of DAYS.entries()) {
    clock.set(`${day}T12:00:00.000Z`);
    for (const each of steps[index]!) await take(acme, each, issued);
    if (index === filedAfter) filed = await acme.vatReport(request);
  }
  const report = await acme.vatReport(request);
  for (const what of ["net", "vat"] as const) {
    const rows = await sumsOf(what, span);
    expect(issuedIn(report, what), what).toEqual(issuedSums(rows));
    expect(convertedIn(report, what), what).toEqual(convertedSums(rows));
  }
  requireEuros(report);
  const whole = await acme.vatReport({ from: "0001-01-01", to: "9999-12-31", rates: SEK_RATES });
  expect(sumOfSections(whole)).toEqual(await sumOfDocuments(acme));
  const { corrections, ...again } = await acme.vatReport({ ...request, asOf: DAYS[filedAfter]! });
  expect({ ...again, corrections: { ...corrections, additions: [] } }).toEqual(filed);
  expect(withAdditions(filed!, corrections.additions, span)).toEqual(placedIn(report));
  await invoicing.close();
}

/** The placed amounts of a report by section and currency. */
function placedIn(report: VatReport, additions: Iterable<readonly [string, bigint]> = []): Sums {
  const lines = (["net", "vat"] as const).flatMap((what) =>
    [...issuedIn(report, what)].map(([key, amount]) => {
      const [section] = key.split(" ");
      return [`${what} ${section} ${key.split(" ").at(-1)}`, amount] as const;
    }),
  );
  return summed([...lines.filter(([key]) => !/ (?:unplaced|cancelled) /.test(key)), ...additions]);
}

function withAdditions(filed: VatReport, additions: VatReport["corrections"]["additions"], { from, to }: Span): Sums {
  const within = additions.filter(({ on, section }) => on >= from && on <= to && section !== "unplaced");
  const amounts = within.flatMap(({ section, currency, taxableAmount = 0, taxAmount = 0 }) => [
    [`net ${section} ${currency}`, cents(taxableAmount)] as const,
    [`vat ${section} ${currency}`, cents(taxAmount)] as const,
  ]);
  return placedIn(filed, amounts);
}

test("a report equals sums that SQLite computes from the documents, and can be repeated", async () => {
  const property = fc.asyncProperty(books, async (scene) => {
    const path = freshFile();
    const sumsOf = async (what: "net" | "vat", { from, to }: Span) =>
      withRaw(path, (raw) => raw.prepare(sumsInSql(SQLITE, what, from, to)).all() as SqlSum[]);
    await compare(
      sqliteStore(() => connectRaw(path)),
      scene,
      sumsOf,
    );
  });
  await fc.assert(property, { numRuns: tries(150, 30) });
});

test.each(onPostgres("PostgreSQL"))("a report equals sums that %s computes from the documents", async () => {
  const property = fc.asyncProperty(books, async (scene) => {
    const schema = await freshSchema();
    const sumsOf = async (what: "net" | "vat", { from, to }: Span) =>
      (await pool.query(sumsInSql(postgresIn(schema), what, from, to))).rows as SqlSum[];
    await compare(await postgresStore(pool, { schema }), scene, sumsOf);
  });
  await fc.assert(property, { numRuns: tries(60, 30) });
});
