import { setTimeout as wait } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { type PostgresNumbers, postgresStore } from "faktura/postgres";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openFreshStore, pool } from "../../support/postgres.ts";

/** Acme with one invoice, on a pool whose statements can be made to fail. */
async function openScene(lockTimeoutMs = 60_000) {
  const schema = await freshSchema();
  const scene = { intercept: undefined as Interceptor | undefined };
  const through = interceptedPool(pool, (text, send, client) =>
    scene.intercept === undefined ? send() : scene.intercept(text, send, client),
  );
  const store = postgresStore(through, { schema, lockTimeoutMs });
  const acme = createInvoicing({ store }).company("acme");
  const patient = createInvoicing({ store: postgresStore(pool, { schema, lockTimeoutMs: 60_000 }) }).company("acme");
  await patient.saveProfile(germanProfile());
  await patient.issue(order());
  const numbers = async () => (await patient.list()).data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
  return { schema, scene, store, acme, numbers };
}

/** Makes the first `times` statements that match fail as PostgreSQL would. */
function failing(pattern: RegExp, code: string, times: number, tried: string[] = []): Interceptor {
  return (text, send) => {
    if (!pattern.test(text)) return send();
    tried.push(text);
    if (tried.length > times) return send();
    return Promise.reject(Object.assign(new Error(`SQLSTATE ${code}`), { code }));
  };
}

describe.each(["40001", "40P01"])("SQLSTATE %s", (code) => {
  test.each([/FOR UPDATE/, /^WITH invoices/, /^COMMIT$/])("at %s: the whole work runs again", async (pattern) => {
    const { scene, acme, numbers } = await openScene();
    scene.intercept = failing(pattern, code, 3);
    await acme.issue(order());
    expect(await numbers()).toEqual([2, 1]);
  });

  test("on every attempt is StoreBusyError at the deadline, and nothing is written", async () => {
    const { scene, acme, numbers } = await openScene();
    const tried: string[] = [];
    const fail = failing(/^WITH invoices/, code, Number.POSITIVE_INFINITY, tried);
    scene.intercept = (text, send, client) => {
      const now = performance.now() + 60_000;
      if (tried.length === 5) onTestFinished(vi.spyOn(performance, "now").mockReturnValue(now).mockRestore);
      return fail(text, send, client);
    };
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "store_busy", cause: { code } });
    expect(await numbers()).toEqual([1]);
  });
});

test("any other error passes through unchanged, after one attempt and a rollback", async () => {
  for (const code of ["53100", "57014", "23514", "XX000"]) {
    const { scene, acme, numbers } = await openScene();
    const tried: string[] = [];
    scene.intercept = failing(/^WITH invoices/, code, Number.POSITIVE_INFINITY, tried);
    await expect(acme.issue(order())).rejects.toThrow(`SQLSTATE ${code}`);
    scene.intercept = undefined;
    expect([tried.length, await numbers()]).toEqual([1, [1]]);
  }
});

test("an error of the rollback does not hide the first one, and the connection is dropped", async () => {
  const { scene, acme, numbers } = await openScene();
  scene.intercept = (text, send) => {
    if (!/^WITH invoices|^ROLLBACK/.test(text)) return send();
    return Promise.reject(Object.assign(new Error(text.slice(0, 8)), { code: "53100" }));
  };
  await expect(acme.issue(order())).rejects.toThrow("WITH inv");
  scene.intercept = undefined;
  expect(await numbers()).toEqual([1]);
});

test("a transaction with a failed statement is not committed, even if the work caught the error", async () => {
  const { scene, store, numbers } = await openScene();
  scene.intercept = failing(/FROM \S+keys WHERE/, "57014", 1);
  const committed = store.transaction("acme", async ({ numbers: sequence, invoices }) => {
    await sequence.lock();
    await invoices.findKeys(["key"]).catch(() => undefined);
    return "done";
  });
  await expect(committed).rejects.toThrow("SQLSTATE 57014");
  expect(await numbers()).toEqual([1]);
});

/** Another writer that ignores the lock writes between a read and a write of the library. */
test.each(["counter", "key"])(
  "if a %s was taken without the lock, the work reads again and runs on the new state",
  async (what) => {
    const { schema, scene, acme, numbers } = await openScene();
    const stranger = {
      counter: `INSERT INTO ${schema}.faktura_invoices SELECT company_id, 2, 'other', invoice_number, issue_date, 'panel',
      status, amount_paid, prepaid_refunded, discount_taken, credited_total, amount_due, settled_by, settled_amount, cancelled_at, cancellation_reason, written_off_on, write_off_reason, document FROM ${schema}.faktura_invoices`,
      key: `INSERT INTO ${schema}.faktura_idempotency_keys SELECT company_id, 'key', 'another', id
      FROM ${schema}.faktura_invoices`,
    }[what]!;
    let done = false;
    scene.intercept = async (text, send) => {
      if (!done && text.startsWith("WITH invoices")) {
        done = true;
        await pool.query(stranger);
      }
      return send();
    };
    const issued = acme.issue(order(), { idempotencyKey: "key" });
    if (what === "key") await expect(issued).rejects.toMatchObject({ code: "idempotency_key_reused" });
    else expect((await issued).invoiceNumber).toMatch(/-0003$/);
    expect((await numbers()).length).toBe(what === "key" ? 1 : 3);
  },
);

test("an invoice that is issued, paid and changed in one transaction has its last state", async () => {
  const store = await openFreshStore();
  const state = {
    status: "SENT",
    amountPaid: 1,
    prepaidRefunded: 0,
    discountTaken: 0,
    creditedTotal: 0,
    amountDue: 4,
    settledBy: null,
    settledAmount: 0,
    cancelledAt: null,
    cancellationReason: null,
    writtenOffOn: null,
    writeOffReason: null,
  } as const;
  const cancelled = { ...state, status: "CANCELLED", amountDue: 0, cancelledAt: "2026-11-20T09:30:00.000Z" } as const;
  const origin = { at: cancelled.cancelledAt, actor: null, source: "api" } as const;
  const payment = { id: "pay", amount: 1, paidOn: "2026-11-20", method: null, reference: null, origin };
  const issued = { issueDate: "2026-11-20", issuedAt: origin.at, source: "api", actor: null, amountDue: 5 } as const;
  const write = (...states: (typeof state | typeof cancelled)[]) =>
    store.transaction("acme", async ({ numbers, invoices }) => {
      const counter = (await numbers.lock()).lastCounter + 1;
      const [id, invoiceNumber] = [`id-${counter}`, `INV-${counter}`];
      await numbers.take(1);
      await invoices.insert([{ ...issued, id, counter, invoiceNumber, document: JSON.stringify({ id, total: 5 }) }]);
      await invoices.insertPayments([{ ...payment, invoiceId: id }]);
      await invoices.changeStates(states.map((each) => ({ ...each, invoiceId: id, origin })));
    });
  await write(state, cancelled);
  expect((await store.reader.find("acme", "id-1"))?.state).toEqual(cancelled);
  await expect(write(cancelled, state), "the guards see each change").rejects.toThrow(
    /a paid invoice cannot be cancelled/,
  );
  expect((await store.reader.list("acme", { page: 1, limit: 9 })).total).toBe(1);
});

test("a write before the lock or after the end is a TypeError", async () => {
  const store = await openFreshStore();
  const key = { key: "key", fingerprint: "f", invoiceId: "id" };
  const early = store.transaction("acme", ({ invoices }) => invoices.insertKeys([key]));
  await expect(early).rejects.toThrow(/^call numbers.lock\(\) before you write/);
  const ports = await store.transaction("acme", async (opened) => opened);
  await expect(ports.invoices.findKeys(["key"])).rejects.toThrow(/^this transaction has ended/);
});

describe("a host's own counter", () => {
  let table: string;
  const numbers: PostgresNumbers = (client, companyId) => ({
    async lock() {
      const { rows } = await client.query(`SELECT last::text FROM ${table} WHERE company_id = $1 FOR UPDATE`, [
        companyId,
      ]);
      const last = Number(rows[0]?.["last"]);
      return { lastCounter: last, lastIssueDate: null, started: last > 0 };
    },
    async take(count) {
      const sql = `UPDATE ${table} SET last = last + $2 WHERE company_id = $1 RETURNING last::text`;
      return Number((await client.query(sql, [companyId, count])).rows[0]?.["last"]) - count + 1;
    },
  });

  beforeAll(async () => {
    table = `panel_${Date.now()}`;
    await pool.query(
      `CREATE TABLE ${table} (company_id text PRIMARY KEY, last bigint); INSERT INTO ${table} VALUES ('acme', 7)`,
    );
  });

  test("numbers in the store's own transaction, while the host also takes numbers", async () => {
    const store = postgresStore(pool, { schema: await freshSchema(), numbers });
    const acme = createInvoicing({ store }).company("acme");
    await acme.saveProfile(germanProfile());
    const panel = async () => {
      await wait(Math.random() * 5);
      await pool.query(`UPDATE ${table} SET last = last + 1 WHERE company_id = 'acme'`);
    };
    await Promise.all([...oneTo(20).map(() => acme.issue(order())), ...oneTo(10).map(panel)]);
    const failed = store.transaction("acme", async (ports) => {
      await ports.numbers.lock();
      await ports.numbers.take(5);
      throw new Error("the host changed its mind");
    });
    await expect(failed).rejects.toThrow("changed its mind");
    const { rows } = await pool.query(`SELECT last::int FROM ${table}`);
    expect(rows).toEqual([{ last: 37 }]);
    const { data, total } = await acme.list({ limit: 100 });
    expect([total, new Set(data.map(({ invoiceNumber }) => invoiceNumber)).size]).toEqual([20, 20]);
    await expect(acme.continueNumbering({ lastCounter: 1, lastIssueDate: "2026-01-01" })).rejects.toThrow();
  });
});
