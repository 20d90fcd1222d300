/**
 * Goal: a company is a shard. Every statement on a company's books is bound to that one company, so that an engine that
 * distributes by company has everything of a transaction in one place. The only others are listed by name in bound-statements.ts.
 * Method: record the statements of every use case through a wrapped pool and connection, including what follows a lost
 * COMMIT, another writer's rows, a host's own counter and joined transactions. test/contract checks those of the whole
 * contract, which calls everything that a store can do.
 * Not covered: where an engine places the rows, see docs/guide/postgres.md.
 */

import { createInvoicing, type DeliveryLease, type InvoiceState, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import {
  issue,
  issueInto,
  locked,
  SAMPLE_ORIGIN,
  sampleId,
  sampleKey,
  samplePayment,
  stateChange,
} from "../support/contract-samples.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { useApiKeys } from "../support/use-api-keys.ts";
import { expectBound, statementsIn } from "./bound-statements.ts";
import { listeningConnection, listeningPool, type Sent } from "./listening.ts";

const AS_ISSUED: InvoiceState = {
  status: "SENT",
  amountPaid: 0,
  prepaidRefunded: 0,
  discountTaken: 0,
  creditedTotal: 0,
  amountDue: 238,
  settledBy: null,
  settledAmount: 0,
  cancelledAt: null,
  cancellationReason: null,
  writtenOffOn: null,
  writeOffReason: null,
};

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
  const lease = (await store.billing.lease("acme", "worker", 60_000)) as DeliveryLease;
  await store.billing.renew(lease, 60_000);
  await store.billing.release(lease);
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
    await ports.invoices.changeStates([stateChange(issued!.id, { ...AS_ISSUED, amountPaid: 10, amountDue: 228 })]);
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
  expectBound(sent.flatMap(statementsIn));
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
  expectBound(sent);
  raw.close();
});
