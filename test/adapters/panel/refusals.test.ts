/**
 * Goal: the database refuses a panel that does not follow the guide, and no gap appears.
 * Method: make each mistake in the table of docs/guide/panel.md, and compare the message with the table. Then a panel
 * without the lock and the library insert the same number at the same moment.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { pool } from "../../support/postgres.ts";
import { openPanelBooks, type PanelBooks, TODAY } from "./books.ts";
import type { PanelConnection } from "./connections.ts";
import {
  type PanelHead,
  type PanelStore,
  panelRow,
  panelStatements,
  playPanel,
  REFUSALS,
  readPanelHead,
} from "./page.ts";

interface Scene {
  readonly books: PanelBooks;
  readonly panel: PanelConnection;
  readonly head: PanelHead;
}

/** Inserts with the page's statement, without a transaction, with some values changed. */
function insert({ books, panel }: Scene, head: PanelHead, change: (row: unknown[]) => unknown[] = (row) => row) {
  const sql = panelStatements(books.name).find((text) => text.startsWith("INSERT INTO faktura_invoices"))!;
  return panel.query(sql, change([...panelRow(head, randomUUID())]));
}

/** Changes the value at `place`. The row is company, counter, id, number, issue date, document. */
const withValue = (place: number, value: unknown) => (row: unknown[]) => row.with(place, value);

/** How to make each mistake in the page's table, on books of two invoices, where `head` comes next. */
const MISTAKES: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "takes no lock, and another issuer was faster": async (scene) => {
    await scene.books.acme.issue(order());
    await insert(scene, scene.head);
  },
  "leaves a gap": (scene) => insert(scene, { ...scene.head, counter: scene.head.counter + 1 }),
  "dates an invoice before the last one": (scene) => insert(scene, { ...scene.head, issueDate: "2026-11-19" }),
  "uses an id twice": async (scene) => {
    const [last] = (await scene.books.acme.list()).data;
    await insert(scene, scene.head, withValue(2, last?.id));
  },
  "uses the number of a credit note": async (scene) => {
    const { acme } = scene.books;
    const [last] = (await acme.list()).data;
    const partial = { reason: "returned", lines: [{ line: 1, netAmount: 1 }] };
    for (const counter of oneTo(scene.head.counter)) {
      const { creditNoteNumber } = await acme.credit(last!.id, partial);
      expect(creditNoteNumber).toBe(`INV-CN-202611-000${counter}`);
    }
    await insert(scene, scene.head, withValue(3, `inv-cn-202611-000${scene.head.counter}`));
  },
  "sends text that is not JSON": (scene) => insert(scene, scene.head, withValue(5, '{"clientName":')),
  "sends JSON that is not an object": (scene) => insert(scene, scene.head, withValue(5, "[]")),
  "changes what it issued": ({ panel }) => panel.query("UPDATE faktura_invoices SET document = '{}'", []),
  "deletes an invoice": ({ panel }) => panel.query("DELETE FROM faktura_invoices", []),
};

async function openScene(name: PanelStore): Promise<Scene> {
  const books = await openPanelBooks(name);
  const panel = await books.connect();
  await books.acme.issue(order());
  await playPanel(name, panel.query, { id: randomUUID(), today: TODAY });
  return { books, panel, head: await readPanelHead(name, panel.query, TODAY) };
}

async function countersOf({ acme }: PanelBooks): Promise<number[]> {
  const { data } = await acme.list({ limit: 100 });
  return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))).reverse();
}

test("the page's table lists exactly the mistakes that are tested here", () => {
  expect(REFUSALS.map(({ mistake }) => mistake).sort()).toEqual(Object.keys(MISTAKES).sort());
});

test.each(
  REFUSALS.flatMap((row) => (["PostgreSQL", "SQLite"] as const).map((name) => ({ ...row, name, message: row[name] }))),
)("a panel on $name that $mistake gets: $message", async ({ mistake, name, message }) => {
  const scene = await openScene(name);
  const { books, panel } = scene;
  await expect(MISTAKES[mistake]!(scene)).rejects.toThrow(message);
  const before = await countersOf(books);
  expect(before).toEqual(oneTo(before.length));
  const next = await playPanel(name, panel.query, { id: randomUUID(), today: TODAY });
  expect(next.counter, "begun anew, it goes on").toBe(before.length + 1);
  expect(await countersOf(books)).toEqual(oneTo(before.length + 1));
  await panel.close();
  await books.invoicing.close();
});

/** Resolves once a statement in this schema waits for another transaction. */
async function somebodyWaits(schema: string): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND pid <> pg_backend_pid()`;
  while ((await pool.query(waiting, [`%${schema}%`])).rows.length === 0);
}

test.each(["COMMIT", "ROLLBACK"])(
  "a library that collides with a panel without the lock waits for its %s and goes on",
  async (end) => {
    const scene = await openScene("PostgreSQL");
    const { books, panel, head } = scene;
    await panel.query("BEGIN", []);
    await insert(scene, head);
    const issuing = books.acme.issue(order());
    await somebodyWaits(books.schema);
    await panel.query(end, []);
    const counter = end === "COMMIT" ? head.counter + 1 : head.counter;
    expect((await issuing).invoiceNumber).toBe(`INV-202611-${String(counter).padStart(4, "0")}`);
    expect(await countersOf(books)).toEqual(oneTo(counter));
    await panel.close();
    await books.invoicing.close();
  },
);

test("a panel on SQLite that begins without IMMEDIATE is refused when it writes", async () => {
  const scene = await openScene("SQLite");
  const { books, panel } = scene;
  await panel.query("BEGIN", []);
  const head = await readPanelHead("SQLite", panel.query, TODAY);
  await books.acme.issue(order());
  await expect(insert(scene, head)).rejects.toThrow("database is locked");
  await panel.query("ROLLBACK", []);
  expect(await countersOf(books)).toEqual([1, 2, 3]);
  await panel.close();
  await books.invoicing.close();
});
