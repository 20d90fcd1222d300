import type { RawDatabase } from "./tampered-books.ts";

/** One thing done to one row, or to two, of books without guards and without keys. */
export interface Change {
  /** What was done, where and to whom: `faktura_payments.amount of acme changed`. */
  readonly name: string;
  readonly sql: string;
  readonly table: string;
  /** Whose row it is. */
  readonly company: string;
  /** The rows that are to be put back. */
  readonly sweeps: readonly number[];
}

/** The integers at which something else begins: signs, doubles, and the databases' own ends. */
const EDGES = [
  "0",
  "-1",
  ...["9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807"],
  ...["-9007199254740991", "-9007199254740992", "-9007199254740993", "-9223372036854775807 - 1"],
];

const INTEGERS = (column: string) => [...EDGES, `${column} + 1`, `${column} - 1`];
const TEXTS = (column: string) => [`${column} || 'x'`, "''", "'toString'"];
const COMPANIES = ["'beta'", "'nobody'", "''"];
const DATES = (column: string) => [
  `${column} + 1`,
  `${column} - 1`,
  "'infinity'::date",
  "'-infinity'::date",
  `(to_char(${column}, 'YYYY-MM-DD') || ' BC')::date`,
];
const AMOUNTS = (column: string) => [
  ...[`${column} + 0.01`, `${column} + 0.00000000000000000001`, `${column} * 1.00`, `-${column} - 1`],
  ...["'NaN'::numeric", "'Infinity'::numeric"],
];

/** What takes the place of a cell, in SQL. */
function valuesFor(column: string, type: string): readonly string[] {
  if (column === "company_id") return COMPANIES;
  if (/int/i.test(type)) return INTEGERS(column);
  if (/^date$/i.test(type)) return DATES(column);
  if (/^numeric$/i.test(type)) return AMOUNTS(column);
  if (/^bool/i.test(type)) return [`NOT ${column}`];
  return TEXTS(column);
}

/** Places, which are doubled at every edge as well. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  faktura_invoices: ["counter", "journal_position"],
  faktura_payments: ["position"],
  faktura_journal: ["position"],
  faktura_credit_notes: ["counter", "position"],
};

interface Swept {
  readonly table: string;
  readonly columns: readonly { readonly column: string; readonly type: string }[];
  readonly rows: readonly { readonly sweep: number; readonly company: string }[];
}

/** Every change there is: each cell changed, each row deleted and doubled, each cell swapped with that of the row after it. */
export async function changesOf(raw: RawDatabase): Promise<Change[]> {
  const all = (await raw.columns()).filter(({ table, column }) => table.startsWith("faktura_") && column !== "sweep");
  const changes: Change[] = [];
  for (const table of new Set(all.map(({ table }) => table))) {
    const columns = all.filter((each) => each.table === table);
    const company = columns.some(({ column }) => column === "company_id") ? "company_id" : "'all'";
    const rows = await raw.rows(`SELECT sweep, ${company} AS company FROM ${table} ORDER BY sweep`);
    changes.push(...changesIn({ table, columns, rows: rows as unknown as Swept["rows"] }));
  }
  return changes;
}

function changesIn({ table, columns, rows }: Swept): Change[] {
  const names = columns.map(({ column }) => column).join(", ");
  return rows.flatMap(({ sweep, company }, index): Change[] => {
    const next = rows[index + 1]?.sweep;
    const change = (column: string, what: string, sql: string, sweeps = [sweep]): Change => {
      return { name: `${table}${column} of ${company} ${what}`, sql, table, company, sweeps };
    };
    const doubled = (column: string, value: string) => {
      const values = columns.map((each) => (each.column === column ? value : each.column));
      const copy = `INSERT INTO ${table} (sweep, ${names}) SELECT 0, ${values.join(", ")} FROM ${table} WHERE sweep = ${sweep}`;
      return change(column === "" ? "" : `.${column}`, "doubled", copy);
    };
    return [
      change("", "deleted", `DELETE FROM ${table} WHERE sweep = ${sweep}`),
      doubled("", ""),
      ...(PLACES[table] ?? []).flatMap((column) => EDGES.map((value) => doubled(column, value))),
      ...columns.flatMap(({ column, type }) => [
        ...[...valuesFor(column, type), "NULL"].map((value) =>
          change(`.${column}`, "changed", `UPDATE ${table} SET ${column} = ${value} WHERE sweep = ${sweep}`),
        ),
        ...(next === undefined
          ? []
          : [change(`.${column}`, "swapped", swapped(table, column, sweep, next), [sweep, next])]),
      ]),
    ];
  });
}

function swapped(table: string, column: string, one: number, other: number): string {
  const from = (sweep: number) => `(SELECT ${column} FROM ${table} WHERE sweep = ${sweep})`;
  return `UPDATE ${table} SET ${column} = CASE sweep WHEN ${one} THEN ${from(other)} ELSE ${from(one)} END
    WHERE sweep IN (${one}, ${other})`;
}

/** Cells that no audit reads, or whose change says the same as before, and why that is right. */
export const UNSEEN: readonly { readonly cells: RegExp; readonly why: string; readonly only?: "PostgreSQL" }[] = [
  { cells: /^faktura_schema/, why: "opening the store checks which tables exist" },
  { cells: /^faktura_companies/, why: "a profile is not in the journal: what counted of it is in each document" },
  { cells: /^faktura_idempotency_keys/, why: "a key says which request was answered, not what was issued" },
  { cells: /^faktura_api_keys/, why: "who may call is no part of the books" },
  { cells: /^faktura_billing_leases/, why: "who delivers events just now is no part of the books" },
  { cells: /^faktura_billing_acknowledged/, why: "acknowledging beyond the cursor is no entry; the receiver counts" },
  { cells: /^faktura_billing_cursors of \w+ deleted$/, why: "events are delivered again; the receiver counts" },
  {
    cells: /^faktura_billing_cursors\.company_id of \w+ changed$/,
    why: "NULL belongs to no company: the same as deleted",
  },
  { cells: /^faktura_sequences\.counted_by of \w+ changed$/, why: "no entry says who counts; the report says it" },
  {
    cells: /^faktura_sequences\.fence of \w+ changed$/,
    why: "it only keeps calls from arriving late, whatever its value",
    only: "PostgreSQL",
  },
  {
    cells: /^faktura_sequences(?:\.company_id)? of beta (?:deleted|changed)$/,
    why: "a sequence that began here says 0, as no row does",
    only: "PostgreSQL",
  },
];
