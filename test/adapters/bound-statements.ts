import { expect } from "vitest";
import { issueProcedure } from "../../src/adapters/postgres/schema/issue-procedure.ts";
import { tablesIn } from "../../src/adapters/postgres/settings.ts";
import { BOOK_TABLES } from "./book-tables.ts";
import type { Sent } from "./listening.ts";

/** Statements that do not touch a company's books. All others must name the company for each table that they touch. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  "the transaction's ends": /^(?:BEGIN|BEGIN IMMEDIATE|COMMIT|ROLLBACK)$/,
  "the ends of one call's part": /^(?:SAVEPOINT|RELEASE|RELEASE SAVEPOINT|ROLLBACK TO) \w+$/,
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
  "the companies that are behind":
    /^SELECT companies\.company_id, CASE WHEN [^;]+ AS behind FROM \([^;]+\) AS companies ORDER BY companies\.company_id$/,
  "the companies that have books":
    /^WITH RECURSIVE found \(company_id\) AS \( [^;]*min\(company_id\)[^;]+ SELECT company_id FROM found WHERE company_id IS NOT NULL AND NOT EXISTS \([^;]+\) LIMIT (?:\$2::bigint|\?)$/,
  "which consumers of events have begun": /\bfaktura_event_consumers\b/,
  "where a new consumer of events begins":
    /\bheads AS \(SELECT company_id\b|^SELECT 1 FROM (?:"\w+"\.)?faktura_event_cursors WHERE consumer = (?:\$1|\?) LIMIT 1$/,
  "what a consumer of events has put aside":
    /^SELECT company_id, [^;]+ FROM (?:"\w+"\.)?faktura_events_aside WHERE consumer = [^;]+$/,
  "what this role may call": /^SELECT \(count\(\*\) = 2 AND bool_and\(has_function_privilege\([^;]+ AS may FROM [^;]+$/,
  "the schema's record": /^SELECT (?:\*|shard|version::text[^;]*) FROM (?:"\w+"\.)?faktura_schema(?: ORDER BY [^;]+)?$/,
  "what the catalogue says of the schema": /^WITH ours AS \(\s*SELECT [^;]+ FROM pg_\w+[^;]+$/,
  "the records of the panel, which are no books": /\bfaktura_panel_records\b/,
  "the schema's scripts": /\bCREATE TABLE (?:IF NOT EXISTS )?faktura_|^(?:DELETE FROM|INSERT INTO) faktura_schema\b/,
  "what SQLite says of the schema": /^SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'faktura_\*'$/,
};

/** The tables that have books, without their prefix. Those with longer names come first. */
const BOOKS = [...BOOK_TABLES].sort((a, b) => b.length - a.length);

/** Every mention of a table of books, however it is written, and its alias. Not as the qualifier of a column. */
const TABLE = new RegExp(`(INTO )?(?:"\\w+"\\.)?\\bfaktura_(?:${BOOKS.join("|")})\\b(?!\\.)(?: AS (\\w+))?`, "gi");
/** The aliases of invoices and credit notes, `i` and `n`, bind the numbers of portals that are read with them. */
const BOUND =
  /(?:\b(\w+)\.)?\bcompany_id = (?:\$1\b|\?|'\w+'|[in]\.company_id\b)(?! OR\b)|\(company_id\b[^)]*\)\s+(?:VALUES \(|SELECT )(?:\$1\b|\?)/g;

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

/** Whether the statement is bound to one company, in every table that it touches. */
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
    !/^\d*$|^[\da-f-]{36}$/.test(String([...companies][0])) // no counter and no id
  );
}

/** The statement as {@link EXCEPTIONS} has it: in one line, and without the schema of PostgreSQL's own functions. */
const plain = (text: string) => text.replace(/\s+/g, " ").trim().replaceAll("pg_catalog.", "");

/** The call that issues for several companies in one round trip. What it runs is read by {@link statementsInCall}. */
const CALL = /^CALL (?:"\w+"\.)?faktura_issue_\d+\(/;

/** What a call's procedure runs, once for each company that the call names: with `$1` instead of that company. */
function statementsInCall({ values }: Sent): Sent[] {
  const [companies, ofKeys, ofInvoices] = [0, 10, 14].map((place) => elementsOf(values[place]));
  expect(new Set(companies).size, "a company that is named twice").toBe(companies!.length);
  const places = companies!.map((_, place) => String(place + 1));
  // Each row belongs to a company of the call, and each company has one.
  expect(new Set(ofInvoices)).toEqual(new Set(places));
  expect(new Set([...places, ...ofKeys!])).toEqual(new Set(places));
  return companies!.flatMap((company) => PROCEDURE.map((text) => ({ text, values: [company] })));
}

/** The elements of an array that has no quotes inside its elements. */
function elementsOf(array: unknown): string[] {
  return [...String(array).matchAll(/[^{},"]+/g)].map(([element]) => element);
}

/** Each query and each INSERT of the procedure and its function, which name the company of a place, or of a row's place. */
const PROCEDURE = issueProcedure(tablesIn("books"))
  .split(/(?=\((?:SELECT) |\bINSERT INTO )/)
  .filter((sql) => new RegExp(TABLE).test(sql))
  .map((sql) => sql.replace(/\be\.id\b|\bcompanies\[\w+\.place\]/g, "$1"));

/** Fails with the statements that touch books and are not bound to one company, and those that a second server could not repeat. */
export function expectBound(sent: readonly Sent[]): void {
  const read = sent.flatMap((each) => (CALL.test(each.text) ? statementsInCall(each) : [each]));
  // Of statements with one text, the last one; their bindings differ only in values.
  const books = [...new Map(read.map((statement) => [statement.text, statement])).values()].filter(
    ({ text }) => !Object.values(EXCEPTIONS).some((exception) => exception.test(plain(text))),
  );
  expect(new Set(books.map(({ text }) => text)).size).toBeGreaterThan(20);
  expect(new Set(books.filter((statement) => !isBound(statement)).map(({ text }) => text))).toEqual(new Set());
  expect(books.filter(({ text }) => NOT_REPEATABLE.test(text))).toEqual([]);
}

/** What would give another result on another server, or a moment later. */
const NOT_REPEATABLE = /\b(?:now|random|gen_random_uuid|nextval)\(|current_(?:time|date)/i;

/** A joined call is one statement that runs others, through the function `faktura_joined`. This adds those. */
export function statementsIn({ text, values }: Sent): Sent[] {
  const count = /faktura_joined\([^[]+ARRAY\[([^\]]*)\]/.exec(text)?.[1]?.split(",").length;
  if (count === undefined) return [{ text, values }];
  const [texts, inner] = [values.slice(4, 4 + count), values.slice(4 + count)];
  const unpacked = texts.map((each) => ({ text: String(each).replace(/\$1\[(\d+)\]/g, "$$$1"), values: inner }));
  return [{ text, values }, ...unpacked];
}
