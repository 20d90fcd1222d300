import { readPage } from "../../docs/pages.ts";

const PAGE = readPage("docs/guide/panel.md");

/** The stores that a panel can share, by their names on the page. */
export type PanelStore = "PostgreSQL" | "SQLite";

/** The page's statements for one store, from top to bottom. */
export function panelStatements(store: PanelStore): readonly string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`On ${store}\n`)) ?? "";
  const blocks = [...section.matchAll(/^```sql\n(?<sql>.*?)^```$/gms)].map(({ groups }) => groups!["sql"]!);
  return blocks.flatMap((sql) => sql.split(/;\n/).map((text) => text.trim())).filter((text) => text !== "");
}

/** The page's smallest document. */
export const SMALLEST_DOCUMENT = JSON.parse(/^```json\n(?<json>.*?)^```$/ms.exec(PAGE)!.groups!["json"]!) as Readonly<
  Record<string, unknown>
>;

/** The messages that the page lists for each store and each mistake of a panel. */
export const REFUSALS: readonly Readonly<Record<"mistake" | PanelStore, string>>[] = [
  ...PAGE.matchAll(/^\| (?<mistake>[^|`]+) \| `(?<postgres>[^`]+)` \| `(?<sqlite>[^`]+)` \|$/gm),
].map(({ groups }) => {
  const { mistake, postgres, sqlite } = groups as Record<"mistake" | "postgres" | "sqlite", string>;
  return { mistake, PostgreSQL: postgres, SQLite: sqlite };
});

/** The next row, according to the page's statements. */
export interface PanelHead {
  readonly counter: number;
  readonly number: number;
  readonly issueDate: string;
}

/** Runs one statement of the panel. */
export type PanelQuery = (sql: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/**
 * The values of the row that a panel inserts for acme: an id, and the page's document with the values that the row
 * repeats.
 */
export function panelRow({ counter, number, issueDate }: PanelHead, id: string): readonly unknown[] {
  const invoiceNumber = `INV-${issueDate.slice(0, 4)}${issueDate.slice(5, 7)}-${String(number).padStart(4, "0")}`;
  const issued = { id, invoiceNumber, issueDate, taxPointDate: issueDate };
  // The page's keys are sorted and keep their order.
  return ["acme", counter, id, invoiceNumber, issueDate, JSON.stringify({ ...SMALLEST_DOCUMENT, ...issued })];
}

/** Runs the page's statements from top to bottom, with `end` instead of COMMIT. */
export async function playPanel(
  store: PanelStore,
  query: PanelQuery,
  { id, today, end = "COMMIT" }: { id: string; today: string; end?: string },
): Promise<PanelHead> {
  let head: PanelHead = { counter: 0, number: 0, issueDate: "" };
  for (const sql of panelStatements(store)) {
    const values = valuesOf(sql, today, () => panelRow(head, id));
    const [row] = await query(sql === "COMMIT" ? end : sql, values);
    if (row?.["issue_date"] !== undefined) head = headOf(row);
  }
  return head;
}

/** The last number, by the page's own statement. */
export async function readPanelHead(store: PanelStore, query: PanelQuery, today: string): Promise<PanelHead> {
  const sql = panelStatements(store).find((text) => /^SELECT.* AS counter/s.test(text))!;
  return headOf((await query(sql, ["acme", today]))[0]!);
}

function headOf({ counter, number, issue_date }: Record<string, unknown>): PanelHead {
  return { counter: Number(counter), number: Number(number), issueDate: String(issue_date) }; // drivers return 64-bit integers as text
}

function valuesOf(sql: string, today: string, row: () => readonly unknown[]): readonly unknown[] {
  if (sql.startsWith("INSERT INTO faktura_invoices")) return row();
  if (sql.includes("AS issue_date")) return ["acme", today];
  return sql.includes("$1") ? ["acme"] : [];
}
