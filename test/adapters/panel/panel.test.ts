/**
 * Goal: a panel that inserts its own rows with the guide's statements shares one sequence with the library.
 * Method: a process without faktura runs the statements, read from docs/guide/panel.md, while the library issues. Then
 * the library reads, pays, credits and cancels what the panel has issued.
 * Not covered: panels in other languages, whose drivers send the same statements.
 */
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Invoice } from "faktura";
import { afterEach, describe, expect, test } from "vitest";
import { invoiceSchema } from "../../../src/service/schemas/generated/records.ts";
import { endChildren } from "../../crash/children.ts";
import { canonicalJson } from "../../support/canonical-json.ts";
import { oneTo, order } from "../../support/fixtures.ts";
import { openPanelBooks, type PanelBooks, PanelProcess, type PanelRow, TODAY } from "./books.ts";
import { panelStatements, SMALLEST_DOCUMENT } from "./page.ts";

const [YESTERDAY, TOMORROW] = ["2026-11-19", "2026-11-21"];
const counterOf = ({ invoiceNumber }: Invoice) => Number(invoiceNumber.split("-").at(-1));

afterEach(endChildren);

/** Every invoice, page by page, oldest first. */
async function listAll({ acme }: PanelBooks, limit = 7): Promise<Invoice[]> {
  const invoices: Invoice[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await acme.list({ page, limit });
    invoices.push(...data);
    if (data.length === 0) {
      expect(total).toBe(invoices.length);
      return invoices.reverse();
    }
  }
}

/** Issues until `meanwhile` has ended, and at least once. */
async function issueWhile<Value>({ acme }: PanelBooks, meanwhile: Promise<Value>): Promise<[Invoice[], Value]> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  meanwhile.then(end, end);
  const issued: Invoice[] = [];
  do {
    issued.push(await acme.issue(order()));
    await letOthersRun(); // on SQLite nothing above awaits I/O, so the panel would never be heard
  } while (!ended);
  return [issued, await meanwhile];
}

describe.each(["PostgreSQL", "SQLite"] as const)("a panel on %s", (name) => {
  test("numbers 1..n together with a library that issues at the same time, and dates never run backwards", async () => {
    const books = await openPanelBooks(name);
    const panel = await PanelProcess.start(books);
    const rounds: Awaited<ReturnType<typeof issueWhile<PanelRow[]>>>[] = [];
    for (let round = 0; round < 5; round += 1) rounds.push(await issueWhile(books, panel.play(8, YESTERDAY)));
    const [ours, theirs] = [rounds.flatMap(([issued]) => issued), rounds.flatMap(([, rows]) => rows)];

    const all = await listAll(books);
    expect(all.map(counterOf)).toEqual(oneTo(ours.length + theirs.length));
    expect(all.map(({ id }) => id).sort()).toEqual([...ours, ...theirs].map(({ id }) => id).sort());
    expect(all.map(({ issueDate }) => issueDate)).toEqual(all.map(({ issueDate }) => issueDate).sort());
    for (const { counter, id } of theirs) expect(all[counter - 1]?.id).toBe(id);
    const panelIds = new Set(theirs.map(({ id }) => id));
    const turns = all.filter(({ id }, index) => index > 0 && panelIds.has(id) !== panelIds.has(all[index - 1]!.id));
    expect(turns.length, "they took turns in every round").toBeGreaterThanOrEqual(5);

    const raw = await books.connect();
    const sources = await raw.query("SELECT id FROM faktura_invoices WHERE source = 'panel' ORDER BY counter", []);
    await raw.close();
    expect(sources.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
    const events = await books.store.billing.pending("acme", 10_000);
    expect(events.map(({ invoiceId }) => invoiceId)).toEqual(ours.map(({ id }) => id));
    await books.invoicing.close();
  });

  test("continues from the library's last invoice, and the library from the panel's, in number and date", async () => {
    const books = await openPanelBooks(name);
    const panel = await PanelProcess.start(books);
    await books.acme.continueNumbering({ lastCounter: 41, lastIssueDate: YESTERDAY });
    const rows = await panel.play(1, "2026-11-01");
    rows.push(...(await panel.play(1, TODAY)));
    expect(counterOf(await books.acme.issue(order()))).toBe(44);
    rows.push(...(await panel.play(1, TOMORROW)));
    expect(rows).toMatchObject([
      { counter: 42, issueDate: YESTERDAY },
      { counter: 43, issueDate: TODAY },
      { counter: 45, issueDate: TOMORROW },
    ]);
    expect(await books.acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0046", issueDate: TOMORROW });
    await books.invoicing.close();
  });

  test("shares the first series, whose numbers have no gaps while the library also issues in another", async () => {
    const books = await openPanelBooks(name);
    const panel = await PanelProcess.start(books);
    const { acme } = books;
    await acme.saveProfile({ ...(await acme.profile()), series: { branch: { prefix: "B" } } });
    for (let round = 0; round < 2; round += 1) {
      await panel.play(1);
      await acme.issue(order({ series: "branch" }));
      await acme.issue(order());
      await panel.play(1);
    }
    expect((await listAll(books)).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      ...["INV-202611-0001", "B-202611-0001", "INV-202611-0002", "INV-202611-0003"],
      ...["INV-202611-0004", "B-202611-0002", "INV-202611-0005", "INV-202611-0006"],
    ]);
    await acme.issue(order({ series: "branch" }));
    expect((await acme.audit()).findings).toEqual([]);
    await books.invoicing.close();
  });

  test("that rolls back returns its number", async () => {
    const books = await openPanelBooks(name);
    const panel = await PanelProcess.start(books);
    const [taken] = await panel.play(1, TODAY, "ROLLBACK");
    expect(counterOf(await books.acme.issue(order()))).toBe(taken?.counter);
    expect((await panel.play(2, TODAY, "ROLLBACK")).map(({ counter }) => counter)).toEqual([2, 2]);
    expect((await panel.play(1)).map(({ counter }) => counter)).toEqual([2]);
    await books.invoicing.close();
  });

  test("issues invoices that the library reads, lists, filters, pays, credits and cancels like its own", async () => {
    const books = await openPanelBooks(name);
    const { acme } = books;
    const panel = await PanelProcess.start(books);
    await panel.play(1, YESTERDAY);
    const [paid, cancelled] = [(await panel.play(1))[0]!, (await panel.play(1))[0]!];
    await acme.issue(order());
    await panel.play(1, TOMORROW);

    await acme.recordPayment(paid.id, { amount: 100 });
    await expect(acme.recordPayment(paid.id, { amount: 19.01 })).rejects.toMatchObject({
      code: "payment_exceeds_amount_due",
    });
    await acme.recordPayment(paid.id, { amount: 19 });
    await acme.cancel(cancelled.id, { reason: "ordered twice" });
    await expect(acme.cancel(paid.id)).rejects.toMatchObject({ code: "invoice_paid" });
    const creditNote = await acme.credit(paid.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
    expect(creditNote).toMatchObject({ total: 59.5, corrects: { invoiceId: paid.id }, documentType: "381" });
    expect(await acme.get(paid.id)).toMatchObject({
      status: "PAID",
      amountPaid: 119,
      amountDue: -59.5,
      clientName: "Kundin",
    });
    expect((await acme.get(paid.id)).payments.map(({ amount }) => amount)).toEqual([100, 19]);

    const found = async (request: Parameters<typeof acme.list>[0]) => (await acme.list(request)).data.map(counterOf);
    expect(await found({ status: "PAID" })).toEqual([2]);
    expect(await found({ status: "CANCELLED" })).toEqual([3]);
    expect(await found({ from: TODAY, to: TODAY })).toEqual([4, 3, 2]);
    expect(await found({ to: YESTERDAY })).toEqual([1]);
    expect(await found({ from: TOMORROW, status: "SENT" })).toEqual([5]);
    expect(await books.store.billing.pending("acme")).toHaveLength(1);
    await books.invoicing.close();
  });
});

test("the page's document is canonical, valid, and minimal", () => {
  const text = JSON.stringify(SMALLEST_DOCUMENT);
  expect(canonicalJson(SMALLEST_DOCUMENT)).toBe(text);
  const { items } = invoiceSchema().shape;
  const issued = invoiceSchema().extend({ items: items.element.required({ vatCategory: true }).array() });
  const shape = issued
    .omit({ status: true, amountPaid: true, creditedTotal: true, amountDue: true, cancelledAt: true })
    .required({ documentType: true });
  const { documentVersion, ...fields } = SMALLEST_DOCUMENT;
  expect(documentVersion).toBe(1);
  expect(shape.strict().safeParse(fields).error).toBeUndefined();
  for (const field of Object.keys(fields)) {
    const { [field]: _, ...others } = fields;
    expect(shape.safeParse(others).success, field).toBe(false);
  }
});

test("the page's statements lock before they read, and commit last", () => {
  const [postgres, sqlite] = [panelStatements("PostgreSQL"), panelStatements("SQLite")];
  const isHead = (sql: string) => sql.includes("AS counter");
  expect(postgres.findIndex((sql) => sql.endsWith("FOR UPDATE"))).toBe(postgres.findIndex(isHead) - 1);
  expect(sqlite.indexOf("BEGIN IMMEDIATE")).toBe(sqlite.findIndex(isHead) - 1);
  for (const statements of [postgres, sqlite]) expect(statements.at(-1)).toBe("COMMIT");
});
