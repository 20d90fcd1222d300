import { isDeepStrictEqual } from "node:util";
import type { Company, Invoice, InvoiceOrder, InvoicingStore } from "faktura";
import type { Pool } from "pg";
import { FONTS } from "./fonts.ts";
import type { Library } from "./library.ts";
import { MEMBERS, salesBetween } from "./vat-sales.ts";
import { countersOf, ORDER, PROFILE, proveGapless, rateOf, withCallers } from "./workload.ts";

/** What a task works on: a build, and places for books that nothing else has used. */
export interface TaskPlace {
  readonly library: Library;
  readonly pool: Pool;
  /** The path of a SQLite file that does not exist yet. */
  readonly file: string;
  /** A PostgreSQL schema that does not exist yet. */
  readonly schema: string;
}

type Open = (place: TaskPlace) => InvoicingStore | Promise<InvoicingStore>;
type Task = (place: TaskPlace) => Promise<number>;

const inMemory: Open = ({ library }) => library.memoryStore();
const onSqlite: Open = ({ library, file }) => library.openSqliteStore(file);
const onPostgres: Open = async ({ library, pool, schema }) => {
  await library.migratePostgres(pool, { schema });
  return library.postgresStore(pool, { schema, preparedStatements: true });
};

const TOGETHER = 1000;
const LONG_ORDER: InvoiceOrder = { ...ORDER, items: Array.from({ length: 50 }, () => ORDER.items[0]!) };
/** 25 lines at 7 % and 25 at 19 %: 1,817.00 + 127.19 + 1,867.00 + 354.73. */
const TOTAL_OF_50_LINES = 4165.92;
const DAY = { on: "2026-11-20" };
const SALES = salesBetween(MEMBERS);

/** What hosts do with the library. Each task proves its result and returns how often it was done in a second. */
export const TASKS = {
  "issue in memory, 64 callers": issuing(inMemory, 64, 8000),
  "issue on SQLite, 1 caller": issuing(onSqlite, 1, 500),
  "issue on SQLite, 64 callers": issuing(onSqlite, 64, 6000),
  "issue 50 lines on SQLite, 64 callers": issuing(onSqlite, 64, 600, LONG_ORDER),
  "issue on PostgreSQL, 1 caller": issuing(onPostgres, 1, 200),
  "issue on PostgreSQL, 64 callers": issuing(onPostgres, 64, 4000),
  "`issueMany` of 1,000 on SQLite": issuingTogether(onSqlite),
  "`issueMany` of 1,000 on PostgreSQL": issuingTogether(onPostgres),
  "`POST /invoices` without a socket, in memory, 64 callers": posting,
  "list 20 of 1,000 on SQLite": withBooks(onSqlite, 1000, 300, async (company) => {
    const { data, total } = await company.list();
    requireThat(data.length === 20 && total === 1000);
  }),
  "list 20 of 1,000 on PostgreSQL": withBooks(onPostgres, 1000, 200, async (company) => {
    const { data, total } = await company.list();
    requireThat(data.length === 20 && total === 1000);
  }),
  "record a payment on SQLite, 1 caller": withBooks(onSqlite, 1, 200, async (company, { id }) => {
    const { status } = await company.recordPayment(id, { amount: 0.01 });
    requireThat(status === "SENT");
  }),
  "sum a VAT report of 1,000 in memory": withBooks(inMemory, 1000, 10, async (company) => {
    const { recapitulative } = await company.vatReport({ from: "2000-01-01", to: "2999-12-31" });
    requireThat(recapitulative.lines.length === 1);
  }),
  "`determineVat`": decidingVat,
  "`invoiceTotals` of 50 lines": addingUp,
  "`toUbl`": writing(1000, ({ toUbl }, invoice) => toUbl(invoice)),
  "`toCii`": writing(1000, ({ toCii }, invoice) => toCii(invoice)),
  "`renderPdf`": writing(10, ({ renderPdf }, invoice) => renderPdf(invoice, { fonts: FONTS, attach: false })),
} satisfies Record<string, Task>;

/** The name of a task, as the report prints it. */
export type TaskName = keyof typeof TASKS;

function issuing(open: Open, callers: number, count: number, order = ORDER): Task {
  return async (place) => {
    const books = await booksIn(place, open);
    const rate = await rateOf(count, () => withCallers(callers, count, () => books.company.issue(order)));
    return close(books, count, rate);
  };
}

function issuingTogether(open: Open): Task {
  return async (place) => {
    const books = await booksIn(place, open);
    const orders = Array.from({ length: TOGETHER }, () => ORDER);
    const rate = await rateOf(4 * TOGETHER, () => withCallers(1, 4, () => books.company.issueMany(orders)));
    return close(books, 4 * TOGETHER, rate);
  };
}

async function posting(place: TaskPlace): Promise<number> {
  const { createHttpHandler, SCOPES } = place.library;
  const books = await booksIn(place, inMemory);
  const authenticate = () => ({ companyId: "firma", scopes: SCOPES });
  const handle = createHttpHandler(books.invoicing, { authenticate });
  const [count, body] = [4000, JSON.stringify(ORDER)];
  const headers = { Authorization: "Bearer secret", "Content-Type": "application/json" };
  const post = async () => {
    const response = await handle(new Request("http://127.0.0.1/invoices", { method: "POST", headers, body }));
    requireThat(response.status === 201);
    await response.text();
  };
  const rate = await rateOf(count, () => withCallers(64, count, post));
  return close(books, count, rate);
}

/** Does the same thing again and again in books with invoices. `use` gets the first invoice. */
function withBooks(
  open: Open,
  invoices: number,
  count: number,
  use: (company: Company, first: Invoice) => Promise<void>,
): Task {
  return async (place) => {
    const books = await booksIn(place, open);
    const order: InvoiceOrder = { ...ORDER, supply: "services" };
    const [first] = await books.company.issueMany(Array.from({ length: invoices }, () => order));
    const rate = await rateOf(count, () => withCallers(1, count, () => use(books.company, first!)));
    return close(books, invoices, rate);
  };
}

async function decidingVat({ library: { determineVat } }: TaskPlace): Promise<number> {
  const sumOfRates = () => {
    let sum = 0;
    for (const { company, buyers } of SALES)
      for (const { client } of buyers) sum += determineVat(company, client, DAY).rate;
    return sum;
  };
  const [sum, passes] = [sumOfRates(), 60];
  const decisions = SALES.length * SALES[0]!.buyers.length;
  return rateOf(passes * decisions, async () => {
    for (let pass = 0; pass < passes; pass += 1) requireThat(sumOfRates() === sum);
  });
}

async function addingUp({ library: { invoiceTotals } }: TaskPlace): Promise<number> {
  const items = LONG_ORDER.items.map((item, line) => ({
    ...item,
    unitPrice: 12.34 + line,
    taxRate: line % 2 ? 19 : 7,
  }));
  const count = 4000;
  return rateOf(count, async () => {
    for (let done = 0; done < count; done += 1)
      requireThat(invoiceTotals(items, { currency: "EUR" }).total === TOTAL_OF_50_LINES);
  });
}

function writing(count: number, write: (library: Library, invoice: Invoice) => string | Promise<Uint8Array>): Task {
  return async (place) => {
    const { company, invoicing } = await booksIn(place, inMemory);
    const invoice = await company.issue({ ...ORDER, supplyDate: "2026-11-19" });
    await invoicing.close();
    const first = await write(place.library, invoice);
    return rateOf(count, async () => {
      for (let done = 0; done < count; done += 1) {
        requireThat(isDeepStrictEqual(await write(place.library, invoice), first));
      }
    });
  };
}

async function booksIn(place: TaskPlace, open: Open) {
  const invoicing = place.library.createInvoicing({ store: await open(place) });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  return { invoicing, company };
}

/** Proves that the numbers are 1..n and closes the books. Returns the rate that was measured before. */
async function close({ invoicing, company }: Awaited<ReturnType<typeof booksIn>>, invoices: number, rate: number) {
  proveGapless(await countersOf(company), invoices);
  await invoicing.close();
  return rate;
}

function requireThat(proved: boolean): void {
  if (!proved) throw new Error("a task has a wrong result");
}
