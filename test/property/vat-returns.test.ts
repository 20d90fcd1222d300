/**
 * Goal: a VAT report declares each amount of each document exactly once, in the right place, and can be repeated later.
 * Method: random books with every kind of sale, currencies, mixed and gross invoices, payments, credit notes, also over several
 * invoices, advances with their final invoices, corrected invoices, withheld amounts, write-offs and cancellations. The report of a random span equals sums that SQLite and PostgreSQL compute from the documents' JSON. All sections together
 * equal the documents as the library returns them. A report as of a day equals the one that was made on that day.
 */
import { type Company, createInvoicing, type InvoicingStore, type VatReport } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAYS, type IssuedSales, type SaleStep, saleStep, takeSaleStep } from "../support/every-sale.ts";
import { germanProfile, TestClock } from "../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, freshFile, withRaw } from "../support/stores.ts";
import { tries } from "../support/tries.ts";
import { postgresIn, SQLITE, type SqlSum, sumsInSql } from "./returns-in-sql.ts";

const SPANS = [
  { from: "2026-10-01", to: "2026-12-31" },
  { from: "2026-07-01", to: "2026-09-30" },
  { from: "2026-11-01", to: "2026-11-30" },
  { from: "2026-01-01", to: "2027-12-31" },
] as const;
const books = fc.record({
  /** What happens on each of {@link DAYS}. */
  steps: fc.array(fc.array(saleStep, { maxLength: 8, size: "max" }), {
    minLength: DAYS.length,
    maxLength: DAYS.length,
  }),
  span: fc.constantFrom(...SPANS),
  /** After which day the report is filed. */
  filedAfter: fc.nat(DAYS.length - 1),
});
type Span = (typeof SPANS)[number];

const SEK_RATES = { SEK: { "2026-Q3": 11.2345, "2026-Q4": 10.9871, "2027-Q1": 11.5, "2027-Q2": 12.1 } };

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
  { steps, span, filedAfter }: { steps: SaleStep[][]; span: Span; filedAfter: number },
  sumsOf: (what: "net" | "vat", span: Span) => Promise<readonly SqlSum[]>,
): Promise<void> {
  const clock = new TestClock("2026-08-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile({ ...germanProfile(), registrations: [{ country: "PL", vatNumber: "PL8567346215" }] });
  const request = { ...span, rates: SEK_RATES };
  const issued: IssuedSales = { sales: [], advances: [], shared: new Set() };
  let filed: VatReport | undefined;
  for (const [index, day] of DAYS.entries()) {
    clock.set(`${day}T12:00:00.000Z`);
    for (const each of steps[index]!) await takeSaleStep(acme, each, issued);
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
