import type { InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, pool } from "../../support/postgres.ts";
import { DATABASES, openBilled, PANEL } from "./billed-rows.ts";

const pendingOf = async (store: InvoicingStore) => (await store.billing.pending("acme")).map(({ counter }) => counter);

describe.each(DATABASES)("$name", ({ open }) => {
  test("events acknowledged out of order are stored until the cursor passes them", async () => {
    const { store, acknowledge, kept } = await openBilled(open, 5);
    await acknowledge(4);
    await acknowledge(2);
    expect(await pendingOf(store)).toEqual([1, 3, 5]);
    expect(await kept()).toEqual({ through: 0, beyond: [2, 4] });
    await acknowledge(1);
    expect(await kept()).toEqual({ through: 2, beyond: [4] });
    await acknowledge(3, 5);
    expect(await pendingOf(store)).toEqual([]);
    expect(await kept()).toEqual({ through: 5, beyond: [] });
  });

  test("a cursor cannot be set beyond the last invoice, which would skip the events of later ones", async () => {
    const { store, acme, rows, acknowledge } = await openBilled(open, 2);
    const insert =
      "INSERT INTO faktura_billing_cursors (company_id, acknowledged_through) VALUES ('globex', 1) RETURNING 1";
    await expect(rows(insert)).rejects.toThrow("the billing cursor can only pass acknowledged events");
    await acknowledge(1, 2);
    const move = "UPDATE faktura_billing_cursors SET acknowledged_through = 3, digest = NULL RETURNING 1";
    await expect(rows(move)).rejects.toThrow("the billing cursor can only pass acknowledged events");
    await acme.issue(order());
    expect(await pendingOf(store)).toEqual([3]);
  });

  test("a cursor has the digest of its invoice, and no other", async () => {
    const { rows, acknowledge } = await openBilled(open, 3);
    const refusal = "the billing cursor can only pass acknowledged events";
    const anothers = "(SELECT digest FROM faktura_invoices WHERE counter = 1)";
    const insert = `INSERT INTO faktura_billing_cursors (company_id, acknowledged_through, digest)
      VALUES ('acme', 0, ${anothers}) RETURNING 1`;
    await expect(rows(insert)).rejects.toThrow(refusal);
    await acknowledge(1, 2);
    for (const digest of ["NULL", anothers, `'${"0".repeat(64)}'`]) {
      await expect(rows(`UPDATE faktura_billing_cursors SET digest = ${digest} RETURNING 1`)).rejects.toThrow(refusal);
    }
    await rows("UPDATE faktura_billing_cursors SET digest = digest RETURNING 1");
    await acknowledge(3);
  });

  test("a cursor at the start of a continued sequence stays there until the first event is acknowledged", async () => {
    const { store, acme, rows, kept } = await openBilled(open, 0);
    await acme.continueNumbering({ lastCounter: 10, lastIssueDate: "2026-11-01" });
    await acme.issueMany([order(), order()]);
    await rows(
      "INSERT INTO faktura_billing_cursors (company_id, acknowledged_through) VALUES ('acme', 10) RETURNING 1",
    );
    const [first, second] = await store.billing.pending("acme");
    await store.billing.acknowledge("acme", [second!.id]);
    expect(await kept()).toEqual({ through: 10, beyond: [12] });
    await store.billing.acknowledge("acme", [first!.id]);
    expect(await kept()).toEqual({ through: 12, beyond: [] });
  });

  test("the panel's invoices are never pending, cannot be acknowledged and do not block the cursor", async () => {
    const { store, acme, acknowledge, kept } = await openBilled(open, 5, [2, 5]);
    expect(await pendingOf(store)).toEqual([1, 3, 4]);
    await store.billing.acknowledge("acme", ["invoice.issued:panel-2"]);
    expect(await kept()).toEqual({ through: 0, beyond: [] });
    await acknowledge(1, 3);
    expect(await kept()).toEqual({ through: 3, beyond: [] });
    await acknowledge(4);
    expect(await kept()).toEqual({ through: 5, beyond: [] });
    await acme.issue(order());
    expect(await pendingOf(store)).toEqual([6]);
  });

  test("the cursor has the digest of its invoice, which gets its journal position first", async () => {
    const { store, acme, acknowledge, kept, digests } = await openBilled(open, 3, [2, 3]);
    await acknowledge(1);
    expect(await kept()).toEqual({ through: 3, beyond: [] });
    expect((await store.journal.head("acme")).position).toBe(3);
    const [digest, ofInvoice] = await digests();
    expect(digest).toMatch(/^[\da-f]{64}$/);
    expect(digest).toBe(ofInvoice);
    await acme.issue(order());
    expect(await digests()).toEqual([digest, digest]);
  });

  test("concurrent acknowledgements lose nothing", async () => {
    const { store, acknowledge, kept } = await openBilled(open, 20);
    await Promise.all(oneTo(20).map((counter) => acknowledge(21 - counter)));
    expect(await pendingOf(store)).toEqual([]);
    expect(await kept()).toEqual({ through: 20, beyond: [] });
  });

  test("ids that no event can have are skipped", async () => {
    const { store } = await openBilled(open, 1);
    const [event] = await store.billing.pending("acme");
    const strange = ["", "invoice.issued:", "invoice.issued:\0", "invoice.issued:\ud800", event!.invoiceId];
    await store.billing.acknowledge("acme", strange);
    expect(await store.billing.pending("acme")).toEqual([event]);
  });

  test("an event that does not match an invoice of the same transaction is a TypeError, and nothing is written", async () => {
    const { store } = await open();
    const issuedAt = "2026-11-20T09:30:00.000Z";
    const [id, companyId] = ["id-1", "acme"];
    const event = { id: "invoice.issued:id-1", companyId, invoiceId: id, counter: 1, occurredAt: issuedAt };
    const issue = (changes: Partial<typeof event>) =>
      store.transaction("acme", async ({ numbers, invoices, meter }) => {
        await numbers.lock();
        await numbers.take(1);
        const document = JSON.stringify({ id, issuedAt });
        await invoices.insert([
          {
            id,
            counter: 1,
            invoiceNumber: "INV-1",
            issueDate: "2026-11-20",
            source: "api",
            actor: null,
            amountDue: 0,
            issuedAt,
            document,
          },
        ]);
        await meter.record([{ ...event, ...changes }]);
      });
    const later = "2026-11-20T09:30:00.001Z";
    for (const changes of [{ id: "another" }, { invoiceId: "id-2" }, { counter: 2 }, { occurredAt: later }]) {
      await expect(issue(changes), JSON.stringify(changes)).rejects.toThrow(TypeError);
    }
    expect(await store.billing.pending("acme")).toEqual([]);
    await issue({});
    expect(await store.billing.pending("acme")).toEqual([event]);
  });
});

test("PostgreSQL: an event can be acknowledged while a transaction issues", async () => {
  const { store, acknowledge } = await openBilled(DATABASES[0]!.open, 1);
  await store.transaction("acme", async ({ numbers }) => {
    await numbers.lock();
    await acknowledge(1);
  });
  expect(await pendingOf(store)).toEqual([]);
});

test("PostgreSQL: the cursor does not pass an invoice without a digest, which a panel inserts meanwhile", async () => {
  const schema = await freshSchema();
  const inSchema = (sql: string) => sql.replaceAll("faktura_", `${schema}.faktura_`);
  const inserting = interceptedPool(pool, async (text, send) => {
    if (text.startsWith("WITH pending")) await pool.query(inSchema(PANEL(9)));
    return send();
  });
  const open = async () => ({
    store: postgresStore(inserting, { schema }),
    rows: async (sql: string) => (await pool.query(inSchema(sql))).rows,
  });
  const { acknowledge, kept, digests } = await openBilled(open, 1);
  await acknowledge(1);
  expect(await kept()).toEqual({ through: 1, beyond: [] });
  expect((await digests())[0]).toMatch(/^[\da-f]{64}$/);
});
