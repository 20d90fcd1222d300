import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { oneTo, order } from "../../../support/fixtures.ts";
import { pool } from "../../../support/postgres.ts";
import { insertCopy } from "../books.ts";
import { intercepted, openHost, openPanel, settingsOf, untilOneWaits } from "../host.ts";

test.each([
  ["COMMIT", "1,2,3,4", "-0004"],
  ["ROLLBACK", "1", "-0001"],
])(
  "three invoices in one transaction: another server waits for them, and after %s continues with the next number",
  async (end, kept, next) => {
    const host = await openHost();
    const other = createInvoicing({ store: postgresStore(pool, { schema: host.schema }) }).company("acme");
    await host.client.query("BEGIN");
    const books = host.joined();
    for (const number of oneTo(3)) expect((await books.issue(order())).invoiceNumber).toMatch(`-000${number}`);
    const waiting = other.issue(order());
    await untilOneWaits(host.schema);
    await host.client.query(end);
    expect((await waiting).invoiceNumber).toMatch(next);
    expect(await host.kept()).toEqual({ invoices: kept, events: kept, orders: "" });
  },
);

test("issuing takes four statements: the transaction, the profile, the lock with the head of the books, the write", async () => {
  const { client, invoicing, kept } = await openHost();
  const sent: string[] = [];
  const handle = intercepted(client, (text, send, values) => {
    sent.push([text, ...values].join(" "));
    return send();
  });
  await client.query("BEGIN");
  const books = invoicing.joining(handle).company("acme");
  await books.issue(order());
  sent.length = 0;
  await books.issue(order());
  expect(sent).toEqual([
    expect.stringMatching(/^SELECT pg_catalog\.set_config\('faktura_joined.transaction'/),
    expect.stringMatching(/^SELECT .*faktura_joined.*SELECT profile/s),
    expect.stringMatching(/^SELECT .*faktura_joined.*FOR UPDATE.*ORDER BY counter DESC/s),
    expect.stringMatching(/^SELECT .*faktura_joined.*WITH invoices AS \(INSERT INTO/s),
  ]);
  sent.length = 0;
  await books.issue(order(), { idempotencyKey: "key" });
  expect(sent.length).toBe(5);
  sent.length = 0;
  await books.list();
  expect(sent.length).toBe(2);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1,2,3");
});

test("the client is not released, keeps no listener, and has no savepoints left", async () => {
  const { client, joined, kept } = await openHost();
  await client.query("BEGIN");
  const { id } = await joined().issue(order());
  await expect(joined().recordPayment(id, { amount: 999 })).rejects.toMatchObject({
    code: "payment_exceeds_amount_due",
  });
  expect(client.listenerCount("error")).toBe(0);
  await client.query("SAVEPOINT mine");
  await expect(client.query("RELEASE SAVEPOINT faktura_joined")).rejects.toMatchObject({ code: "3B001" });
  await client.query("ROLLBACK TO SAVEPOINT mine; COMMIT");
  expect((await kept()).invoices).toBe("1");
});

test.each(["REPEATABLE READ", "SERIALIZABLE"])("%s is refused before anything is written", async (level) => {
  const { client, joined, addOrder, kept } = await openHost();
  await client.query(`BEGIN ISOLATION LEVEL ${level}`);
  await addOrder("order-1");
  const before = await settingsOf(client);
  await expect(joined().issue(order())).rejects.toThrow(TypeError);
  await expect(joined().saveProfile(await joined().profile())).rejects.toThrow(/would not see.*READ COMMITTED/);
  expect(await settingsOf(client)).toBe(before);
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "order-1" });
});

test("a read-only transaction can read, but not write", async () => {
  const { acme, client, joined } = await openHost();
  const { id } = await acme.issue(order());
  await client.query("BEGIN READ ONLY");
  expect((await joined().get(id)).total).toBe(238);
  await expect(joined().cancel(id)).rejects.toThrow(/^your transaction is read-only: BEGIN READ WRITE/);
  expect((await joined().list()).total).toBe(1);
  await client.query("ROLLBACK");
});

/** What is left of the one minute that a call may take here. */
const OURS = "up to a minute";

test.each([
  ["weak ones", "0", "off", OURS],
  ["longer ones", "1h", "local", OURS],
  ["shorter and stronger ones", "20ms", "remote_apply", "20ms"],
])(
  "settings, %s: the library's apply during the call, and the host's are restored",
  async (_, lock, commit, expected) => {
    const { schema, client, joined } = await openHost();
    await pool.query(`CREATE FUNCTION ${schema}.tell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM set_config('test.seen', current_setting('lock_timeout'), true); RETURN NULL; END $$;
    CREATE TRIGGER tell AFTER INSERT ON ${schema}.faktura_invoices EXECUTE FUNCTION ${schema}.tell()`);
    await client.query(`SET lock_timeout = '${lock}'; SET idle_in_transaction_session_timeout = '1d'`);
    await client.query(`SET synchronous_commit = ${commit}; BEGIN`);
    const own = `${lock} 1d ${commit} read committed`;
    await expect(joined().cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
    expect(await settingsOf(client), "after a refusal").toBe(own);
    await joined().issue(order());
    const { rows } = await client.query("SELECT current_setting('test.seen') AS seen");
    const seen = rows.map((row) => String(row.seen).replace(/^(?:1min|[1-5]?\ds|\d{4,5}ms)$/, OURS));
    expect(seen).toEqual([expected]);
    const durable = commit === "remote_apply" ? commit : "on";
    expect(await settingsOf(client), "the commit to come is durable").toBe(`${lock} 1d ${durable} read committed`);
    await client.query("COMMIT");
    expect(await settingsOf(client), "after the commit").toBe(own);
  },
);

test("the panel's row and the library's share the sequence in one transaction", async () => {
  const { schema, acme, client, joined, kept } = await openHost();
  await acme.issue(order());
  const panelRow = await insertCopy(schema, "faktura_invoices", {
    where: "counter = 1",
    counter: "2",
    id: "'panel-2'",
    invoice_number: "'INV-202611-0002'",
    source: "'panel'",
    actor: "NULL",
    journal_position: "NULL",
    digest: "NULL",
  });
  await client.query(`BEGIN; SET LOCAL search_path = ${schema}`);
  await client.query("SELECT 1 FROM faktura_sequences WHERE company_id = 'acme' FOR UPDATE");
  await client.query(panelRow);
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0003$/);
  await client.query("COMMIT");
  expect(await kept()).toMatchObject({ invoices: "1,2,3", events: "1,3" });
});

test("the host's own counter runs on its client, inside the savepoint", async () => {
  const { client, joined, begin, kept } = await openPanel();
  await begin();
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0042$/);
  await client.query("SAVEPOINT mine");
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0043$/);
  await client.query("ROLLBACK TO SAVEPOINT mine");
  await expect(joined().cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0043$/);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("42,43");
});

test("calls through two joined stores of one client run one after another too", async () => {
  const { client, joined, kept } = await openHost();
  await client.query("BEGIN");
  await Promise.all(oneTo(6).map(() => joined().issue(order())));
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1,2,3,4,5,6");
});
