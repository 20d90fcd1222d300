/**
 * Goal: a company is a shard. Every statement on a company's books is bound to that one company, so that an engine that
 * distributes by company has everything of a transaction in one place. The only others are listed below by name.
 * Method: record the statements of every use case through a wrapped pool and connection, including what follows a lost
 * COMMIT, another writer's rows, a host's own counter and joined transactions. Read all SQL in the adapters' sources: each
 * must have been sent at least once, so no statement escapes the check.
 * Not covered: where an engine places the rows, see docs/guide/postgres.md.
 */
import { join } from "node:path";
import { createInvoicing, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { issue, issueInto, locked } from "../../src/contract/issue-invoices.ts";
import { SAMPLE_ORIGIN, sampleId, sampleKey, samplePayment, stateChange } from "../../src/contract/samples.ts";
import { AS_ISSUED } from "../../src/domain/invoice/invoice-state.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { useApiKeys } from "../support/use-api-keys.ts";
import { BOOK_TABLES } from "./book-tables.ts";
import { listeningConnection, listeningPool, type Sent } from "./listening.ts";
import { contains, singleSpaced, sqlInSources } from "./sql-in-sources.ts";

/** The statement as {@link EXCEPTIONS} has it: without the schema of PostgreSQL's own functions. */
const plain = (text: string) => singleSpaced(text).replaceAll("pg_catalog.", "");

/** Statements that do not touch a company's books. All others must name the company for each table that they touch. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  "the transaction's ends": /^(?:BEGIN|BEGIN IMMEDIATE|COMMIT|ROLLBACK)$/,
  "the ends of a joined call's part": /^(?:SAVEPOINT|RELEASE|RELEASE SAVEPOINT|ROLLBACK TO) \w+$/,
  "BEGIN with its settings":
    /^BEGIN ISOLATION LEVEL READ COMMITTED READ (?:WRITE|ONLY); SELECT \(CASE WHEN [^;]+ AS is_new, set_config\([^;]+$/,
  "that no transaction is open": /^SELECT \(CASE WHEN transaction_timestamp\(\) [^;]+ AS is_new$/,
  "which transaction the host has begun": /^SELECT set_config\('faktura_joined\.transaction', [^;]+ AS joinable$/,
  "a joined call, whose statements are read apart": /^SELECT (?:"\w+"\.)?faktura_joined\(\$1::text, [^;]+ AS answer$/,
  "that the host's commit is durable": /^SELECT set_config\('synchronous_commit',[^;]+ AS durable$/,
  "the lock on the host's whole file, which changes nothing":
    /^DELETE FROM faktura_sequences WHERE company_id IS NULL$/,
  "whether the host's connection answers, and how many rows were written":
    /^SELECT (?:1 AS one|(?:total_)?changes\(\) AS changes)$/,
  "the standbys that commits wait for": /^SELECT current_setting\('synchronous_standby_names', true\) AS names$/,
  "a connection's settings": /^PRAGMA \w+(?: = \w+)?$/,
  "the server's settings": /^SELECT current_setting\('fsync', true\)[^;]+$/,
  "whether the tables are there":
    /^SELECT (?:1|name|c\.relname::text AS name, \(EXISTS \([^;]+AS recorded) FROM (?:pg_class AS c|sqlite_schema) WHERE [^;]+'faktura_schema'[^;]*$/,
  "the server's clock":
    /^SELECT floor\(extract\(epoch FROM clock_timestamp\(\)\) \* 1000::numeric\)::text AS milliseconds$/,
  "the companies that are behind, on PostgreSQL":
    /^SELECT s\.company_id, [^;]+ FROM \S+ AS s WHERE s\.company_id > \$1 /,
  "the companies that are behind, on SQLite": /^WITH RECURSIVE companies [^;]+ SELECT min\(company_id\), 1 [^;]+$/,
  "the companies that have books":
    /^WITH RECURSIVE found \(company_id\) AS \( [^;]*min\(company_id\)[^;]+ SELECT company_id FROM found WHERE company_id IS NOT NULL LIMIT (?:\$2::bigint|\?)$/,
  "what this role may call": /^SELECT \(count\(\*\) = 2 AND bool_and\(has_function_privilege\([^;]+ AS may FROM [^;]+$/,
  "the schema's record": /^SELECT (?:\*|version::text[^;]*) FROM (?:"\w+"\.)?faktura_schema(?: ORDER BY [^;]+)?$/,
  "what the catalogue says of the schema": /^WITH ours AS \(\s*SELECT [^;]+ FROM pg_\w+[^;]+$/,
  "what SQLite says of the schema": /^SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'faktura_\*'$/,
};

/** The tables that have books, without their prefix. Those with longer names come first. */
const BOOKS = [...BOOK_TABLES].sort((a, b) => b.length - a.length);

/**
 * Every mention of a table of books, however it is written, and its alias. Not as the qualifier of a column. Or of the
 * procedure that writes into them, whose first argument is the company.
 */
const TABLE = new RegExp(
  `(INTO )?(?:"\\w+"\\.)?\\bfaktura_(?:issue_\\d+|${BOOKS.join("|")})\\b(?!\\.)(?: AS (\\w+))?`,
  "gi",
);
/** The aliases of invoices and credit notes, `i` and `n`, bind the numbers of portals that are read with them. */
const BOUND =
  /(?:\b(\w+)\.)?\bcompany_id = (?:\$1\b|\?|'\w+'|[in]\.company_id\b)(?! OR\b)|\(company_id\b[^)]*\)\s+(?:VALUES \(|SELECT )(?:\$1\b|\?)|faktura_issue_\d+\(\$1\b/g;

/** One place where a statement is bound to a company. */
interface Binding {
  /** The alias of the table; empty if it has none, or if rows are inserted into it. */
  readonly alias: string;
  readonly companyId: unknown;
}

/** The companies to which a statement is bound, one for each table that it touches. */
function bindingsOf({ text, values }: Sent): Binding[] {
  return [...text.matchAll(BOUND)].map(({ 0: bound, 1: alias = "", index }) => {
    if (bound.endsWith(".company_id")) return { alias, companyId: undefined };
    if (bound.endsWith("'")) return { alias, companyId: bound.slice(bound.indexOf("'") + 1, -1) };
    const place = text.slice(0, index + bound.length).split("?").length - 2;
    return { alias, companyId: values[bound.endsWith("?") ? place : 0] };
  });
}

/** Whether the statement is bound to one of the test's companies, in every table that it touches. */
function isBound({ text, values }: Sent): boolean {
  const tables = [...text.matchAll(TABLE)].map(([, into, alias = ""]) => (into === undefined ? alias : ""));
  const bindings = bindingsOf({ text, values });
  const companies = new Set(bindings.flatMap(({ companyId }) => companyId ?? []));
  return (
    tables.length > 0 &&
    tables.length === bindings.length &&
    // By alias, so that two conditions on one table do not hide that another has none.
    (tables.length === 1 || String(bindings.map(({ alias }) => alias).sort()) === String(tables.sort())) &&
    companies.size === 1 &&
    ["acme", "globex", "hosted"].includes(String([...companies][0]))
  );
}

/** Checks every statement, and that all SQL of the adapter's sources was among them. */
function expectBound(sent: readonly Sent[], adapter: "postgres" | "sqlite"): void {
  const books = sent.filter(({ text }) => !Object.values(EXCEPTIONS).some((exception) => exception.test(plain(text))));
  expect(new Set(books.filter((statement) => !isBound(statement)).map(({ text }) => text))).toEqual(new Set());
  expect(books.filter(({ text }) => NOT_REPEATABLE.test(text))).toEqual([]);
  // All but the schema's scripts, which migrations send, what the driver's own connection is asked, and the records of the
  // panel, which are no books: the contract tests that they are kept apart by company.
  const sources = sqlInSources(join(import.meta.dirname, "../../src/adapters", adapter)).filter(
    ({ place }) => !/^(?:schema|connection)\W|^statements\/panel-records\.ts/.test(place),
  );
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter((sql) => !sent.some(({ text }) => contains(text, sql)))).toEqual([]);
}

/** What would give another result on another server, or a moment later. */
const NOT_REPEATABLE = /\b(?:now|random|gen_random_uuid|nextval)\(|current_(?:time|date)/i;

/** A joined call is one statement that runs others, through the function `faktura_joined`. This adds those. */
function statementsIn({ text, values }: Sent): Sent[] {
  const count = /faktura_joined\([^[]+ARRAY\[([^\]]*)\]/.exec(text)?.[1]?.split(",").length;
  if (count === undefined) return [{ text, values }];
  const [texts, inner] = [values.slice(4, 4 + count), values.slice(4 + count)];
  const unpacked = texts.map((each) => ({ text: String(each).replace(/\$1\[(\d+)\]/g, "$$$1"), values: inner }));
  return [{ text, values }, ...unpacked];
}

/** SQL that copies acme's last invoice as another writer would, such as the panel: without a place in the journal. */
const insertElsewhere = (invoices: string) =>
  `INSERT INTO ${invoices} (company_id, counter, id, invoice_number, issue_date, source, document)
   SELECT company_id, counter + 1, 'panel', 'PANEL-1', issue_date, 'panel', document
   FROM ${invoices} WHERE company_id = 'acme' ORDER BY counter DESC LIMIT 1`;

/** A host's transaction: what it runs on, and how it ends. */
interface HostTransaction {
  readonly handle: object;
  readonly commit: () => Promise<unknown>;
}

/** Every use case, for acme; globex continues an older sequence, and resumes its dates. */
async function converse(
  store: InvoicingStore,
  insertPanelInvoice: () => Promise<unknown>,
  begin: () => Promise<HostTransaction>,
): Promise<void> {
  const invoicing = createInvoicing({ store });
  const [acme, globex] = [invoicing.company("acme"), invoicing.company("globex")];
  const profile = germanProfile({ series: { branch: { prefix: "B" } } });
  for (const company of [acme, globex]) await company.saveProfile(profile);
  await globex.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-01" });
  await acme.profile();
  await acme.suggestVat({ clientCountry: "FR" });
  const [first, second] = [await acme.issue(order()), await acme.issue(order(), { idempotencyKey: "key" })];
  await acme.issue(order(), { idempotencyKey: "key" });
  await Promise.all(oneTo(5).map((key) => acme.issue(order(), { idempotencyKey: `key-${key}` })));
  await acme.recordPayment(first.id, { amount: 38 }, { idempotencyKey: "payment" });
  await acme.recordPayment(first.id, { amount: first.total - 38 });
  await acme.cancel(second.id, { reason: "ordered twice" });
  const third = await acme.issue(order());
  const { id } = await acme.credit(third.id, { reason: "returned" }, { idempotencyKey: "credit" });
  await insertPanelInvoice();
  const { handle, commit } = await begin();
  const joined = invoicing.joining(handle).company("acme");
  await joined.saveProfile(profile);
  await joined.issue(order());
  await joined.issue(order({ series: "branch" }));
  await commit();
  await globex.issue(order());
  await globex.credit((await globex.list()).data[0]!.id, { reason: "returned" });
  await resumeDates(store);
  await globex.credit(sampleId(44), { reason: "returned" });
  await acme.get(third.id);
  await acme.getByNumber(first.invoiceNumber);
  await acme.getByKey("key");
  await acme.getCreditNote(id);
  await acme.creditNotes();
  await acme.creditNotes({ invoiceId: third.id, from: "2020-01-01", to: "2099-01-01" });
  await acme.list();
  const filters = [
    { client: "K" },
    { reference: "R" },
    { dueBefore: "2099-01-01" },
    { client: "K", reference: "R" },
    { series: "branch" },
  ];
  for (const filter of filters) {
    await acme.list(filter);
    await acme.list({ ...filter, series: "branch" });
    for await (const _ of acme.listAll(filter)) break;
  }
  await store.reader.list("acme", { page: 1, limit: 1, among: [1] });
  for (const company of [acme, globex])
    await company.list({ status: "SENT", from: "2020-01-01", to: "2099-01-01", page: 1, limit: 2 });
  for await (const _ of acme.changes({ after: 1 }));
  await acme.audit();
  await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
  await store.journal.companies(null, 10);
  const [event] = await store.billing.pending("acme", 1);
  await store.billing.acknowledge("acme", [event!.id]);
  const lease = await store.billing.lease("acme", "worker", 60_000);
  await store.billing.renew(lease!, 60_000);
  await store.billing.release(lease!);
  await invoicing.drainBilling({ deliver: async () => {} });
  await invoicing.drainEvents({ deliver: async () => {}, batchSize: 3 });
  await useApiKeys(store, "acme");
}

/** Issues for globex with a date in the future, and then with one before it, as after a wrong clock. */
async function resumeDates(store: InvoicingStore): Promise<void> {
  await issue(store, { companyId: "globex", issueDate: "2027-12-25" });
  await locked(store, "globex", async (ports) => {
    await ports.numbers.resumeDates?.({ resumedOn: "2026-11-20", reason: "a wrong clock" }, SAMPLE_ORIGIN);
    const [issued] = await issueInto(ports, "globex", 1, { issueDate: "2026-11-20" });
    await ports.invoices.insertPayments([samplePayment(1, issued!.id, { amount: 10 })]);
    await ports.invoices.changeStates([stateChange(issued!.id, { ...AS_ISSUED, amountPaid: 10 })]);
  });
}

/** A counter of a host's own, which has nothing to do with the company's tables. */
function hostNumbers() {
  let last = 0;
  return () => ({
    lock: async () => ({ lastCounter: last, lastIssueDate: null, started: last > 0 }),
    take: async () => {
      last += 1;
      return last;
    },
  });
}

async function converseHosted(store: InvoicingStore, begin: () => Promise<HostTransaction>): Promise<void> {
  const invoicing = createInvoicing({ store });
  await invoicing.company("hosted").saveProfile(germanProfile());
  await invoicing.company("hosted").issue(order());
  const { handle, commit } = await begin();
  await invoicing.joining(handle).company("hosted").issue(order());
  await commit();
}

/** Runs the first COMMIT after a matching statement, but loses its answer. */
function losing(patterns: RegExp[]): Interceptor {
  let armed = false;
  return async (text, send) => {
    if (patterns[0]?.test(text)) armed = patterns.shift() !== undefined;
    const result = await send();
    if (!armed || text !== "COMMIT") return result;
    armed = false;
    throw new Error("Connection terminated unexpectedly");
  };
}

test.each([false, true])("PostgreSQL, prepared statements %s", async (preparedStatements) => {
  const sent: Sent[] = [];
  const lost = [/^WITH invoices/, /^WITH states/];
  const listening = interceptedPool(listeningPool(sent), losing(lost));
  const schema = await freshSchema();
  const store = postgresStore(listening, { schema, preparedStatements });
  const begin = async () => {
    const handle = await listening.connect();
    await handle.query("BEGIN");
    return { handle, commit: () => handle.query("COMMIT").then(() => handle.release()) };
  };
  await converse(store, () => pool.query(insertElsewhere(`${schema}.faktura_invoices`)), begin);
  lost.push(/^WITH keys/, /^WITH states/);
  await locked(store, "globex", ({ invoices }) => invoices.insertKeys([sampleKey("lost", sampleId(43))]));
  await locked(store, "globex", ({ invoices }) => invoices.changeStates([stateChange(sampleId(43), AS_ISSUED)]));
  expect(lost, "looks after a lost COMMIT").toEqual([]);
  await converseHosted(postgresStore(listening, { schema, numbers: hostNumbers(), preparedStatements }), begin);
  expectBound(sent.flatMap(statementsIn), "postgres");
});

test("SQLite", async () => {
  const path = freshFile();
  await sqliteStore(() => connectRaw(path)).reader.find("acme", ""); // creates the tables
  const sent: Sent[] = [];
  const raw = connectRaw(path);
  const begin = async () => {
    const handle = listeningConnection(path, sent);
    for (const sql of ["PRAGMA synchronous = FULL", "PRAGMA busy_timeout = 0", "BEGIN IMMEDIATE"]) handle.exec(sql);
    return { handle, commit: async () => handle.exec("COMMIT") };
  };
  const store = sqliteStore(() => listeningConnection(path, sent));
  await converse(store, async () => raw.exec(insertElsewhere("faktura_invoices")), begin);
  await converseHosted(
    sqliteStore(() => listeningConnection(path, sent), { numbers: hostNumbers() }),
    begin,
  );
  expectBound(sent, "sqlite");
  raw.close();
});
