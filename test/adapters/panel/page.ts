import { readPage } from "../../docs/pages.ts";

const PAGE = readPage("docs/guide/panel.md");

/** The stores that a panel can share, by the names that the page has for them. */
export type PanelStore = "PostgreSQL" | "SQLite";

/** The statements of the page for one store, from top to bottom. */
export function panelStatements(store: PanelStore): readonly string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`On ${store}\n`)) ?? "";
  const blocks = [...section.matchAll(/^```sql\n(?<sql>.*?)^```$/gms)].map(({ groups }) => groups!["sql"]!);
  return blocks.flatMap((sql) => sql.split(/;\n/).map((text) => text.trim())).filter((text) => text !== "");
}

/** The page's smallest document. */
export const SMALLEST_DOCUMENT = JSON.parse(/^```json\n(?<json>.*?)^```$/ms.exec(PAGE)!.groups!["json"]!) as Readonly<
  Record<string, unknown>
>;

/** What the page says that each store answers to a mistake of the panel's. */
export const REFUSALS: readonly Readonly<Record<"mistake" | PanelStore, string>>[] = [
  ...PAGE.matchAll(/^\| (?<mistake>[^|`]+) \| `(?<postgres>[^`]+)` \| `(?<sqlite>[^`]+)` \|$/gm),
].map(({ groups }) => {
  const { mistake, postgres, sqlite } = groups as Record<"mistake" | "postgres" | "sqlite", string>;
  return { mistake, PostgreSQL: postgres, SQLite: sqlite };
});

/** The row that comes next, as the page's statements give it. */
export interface PanelHead {
  readonly counter: number;
  readonly issueDate: string;
}

/** Runs one statement of the panel's. */
export type PanelQuery = (sql: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** The values of the row that a panel inserts for acme: its id, and the page's document with what the row repeats. */
export function panelRow({ counter, issueDate }: PanelHead, id: string): readonly unknown[] {
  const invoiceNumber = `INV-${issueDate.slice(0, 4)}${issueDate.slice(5, 7)}-${String(counter).padStart(4, "0")}`;
  const issued = { id, invoiceNumber, issueDate, taxPointDate: issueDate };
  // The page's keys are sorted, and stay where they are.
  return ["acme", counter, id, invoiceNumber, issueDate, JSON.stringify({ ...SMALLEST_DOCUMENT, ...issued })];
}

/** Plays the page from top to bottom, up to its COMMIT, for which `end` stands. */
export async function playPanel(
  store: PanelStore,
  query: PanelQuery,
  { id, today, end = "COMMIT" }: { id: string; today: string; end?: string },
): Promise<PanelHead> {
  let head: PanelHead = { counter: 0, issueDate: "" };
  for (const sql of panelStatements(store)) {
    const values = valuesOf(sql, today, () => panelRow(head, id));
    const [row] = await query(sql === "COMMIT" ? end : sql, values);
    if (row?.["issue_date"] !== undefined) head = headOf(row);
  }
  return head;
}

/** Where the sequence stands, by the page's own statement. */
export async function readPanelHead(store: PanelStore, query: PanelQuery, today: string): Promise<PanelHead> {
  const sql = panelStatements(store).find((text) => /^SELECT.* AS counter/s.test(text))!;
  return headOf((await query(sql, ["acme", today]))[0]!);
}

function headOf({ counter, issue_date }: Record<string, unknown>): PanelHead {
  return { counter: Number(counter), issueDate: String(issue_date) }; // drivers give 64-bit integers as text
}

function valuesOf(sql: string, today: string, row: () => readonly unknown[]): readonly unknown[] {
  if (sql.startsWith("INSERT INTO faktura_invoices")) return row();
  if (sql.includes("AS issue_date")) return ["acme", today];
  return sql.includes("$1") ? ["acme"] : [];
}
