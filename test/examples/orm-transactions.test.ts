/**
 * Goal: through the transaction of each library, joined calls return exactly what they return through a client of pg.
 * Method: run the same calls in a transaction of each library, on the same data, and compare what they return.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import { drizzle } from "drizzle-orm/node-postgres";
import { createInvoicing } from "faktura";
import {
  fromDrizzle,
  fromKysely,
  fromPostgresJs,
  fromPrisma,
  fromSequelize,
  type PostgresNumbers,
  type PostgresStoreOptions,
  postgresStore,
  type TransactionClient,
} from "faktura/postgres";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import postgres from "postgres";
import { Sequelize, Transaction } from "sequelize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PrismaClient } from "../../docs/examples/orms/prisma/generated/client.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { freshSchema, openPool, pool, postgresUrl } from "../support/postgres.ts";

type Work<Value> = (handle: object) => Promise<Value>;

interface Library {
  /** Runs `work` with what `joining` takes, in a transaction that is committed, unless `work` rejects. */
  readonly transaction: <Value>(work: Work<Value>, isolation?: "serializable") => Promise<Value>;
  readonly close: () => Promise<void>;
}

/** The reference: a client of pg. */
const PG = (own: pg.Pool): Library => ({
  transaction: async (work, isolation = undefined) => {
    const client = await own.connect();
    try {
      await client.query(isolation === undefined ? "BEGIN" : `BEGIN ISOLATION LEVEL ${isolation}`);
      const value = await work(client);
      await client.query("COMMIT");
      return value;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  },
  close: async () => undefined,
});

const LIBRARIES: readonly { name: string; wrongHandle: () => TransactionClient; open: (own: pg.Pool) => Library }[] = [
  {
    name: "fromDrizzle",
    wrongHandle: () => fromDrizzle(drizzle(pool) as unknown as Parameters<typeof fromDrizzle>[0]),
    open: (own) => {
      const db = drizzle(own);
      return {
        transaction: (work, isolationLevel) =>
          db.transaction((tx) => work(fromDrizzle(tx)), isolationLevel && { isolationLevel }),
        close: async () => undefined,
      };
    },
  },
  {
    name: "fromKysely",
    wrongHandle: () => fromKysely(new Kysely({ dialect: new PostgresDialect({ pool }) })),
    open: (own) => {
      const db = new Kysely({ dialect: new PostgresDialect({ pool: own }) });
      return {
        transaction: (work, isolation) => {
          const builder = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
          return builder.execute((trx) => work(fromKysely(trx)));
        },
        close: async () => undefined,
      };
    },
  },
  {
    name: "fromPostgresJs",
    wrongHandle: () => fromPostgresJs(postgres(postgresUrl)),
    open: () => {
      const sql = postgres(postgresUrl, { max: 2, onnotice: () => undefined });
      return {
        transaction: async (work, isolation) => {
          const { value } = await sql.begin(isolation ? `ISOLATION LEVEL ${isolation}` : "", async (tx) => ({
            value: await work(fromPostgresJs(tx)),
          }));
          return value as Awaited<ReturnType<typeof work>>;
        },
        close: () => sql.end(),
      };
    },
  },
  {
    name: "fromPrisma",
    wrongHandle: () => fromPrisma(new PrismaClient({ adapter: new PrismaPg(pool.options) })),
    open: (own) => {
      // A pool of its own: the adapter takes pools of its own copy of pg only.
      const prisma = new PrismaClient({ adapter: new PrismaPg(own.options) });
      return {
        transaction: (work, isolation) =>
          prisma.$transaction((tx) => work(fromPrisma(tx)), {
            maxWait: 60_000,
            timeout: 60_000, // a busy machine takes long
            ...(isolation && { isolationLevel: "Serializable" }),
          }),
        close: () => prisma.$disconnect(),
      };
    },
  },
  {
    name: "fromSequelize",
    wrongHandle: () => fromSequelize({ commit: async () => undefined, rollback: async () => undefined }),
    open: () => {
      const sequelize = new Sequelize(postgresUrl, { logging: false, pool: { max: 2 } });
      const serializable = { isolationLevel: Transaction.ISOLATION_LEVELS.SERIALIZABLE };
      return {
        transaction: (work, isolation) =>
          sequelize.transaction(isolation ? serializable : {}, (transaction) => work(fromSequelize(transaction))),
        close: () => sequelize.close(),
      };
    },
  },
];

/** Invoicing on a schema, at a fixed time. */
const invoicingIn = (schema: string, options: PostgresStoreOptions = {}) =>
  createInvoicing({
    store: postgresStore(pool, { schema, ...options }),
    clock: new TestClock("2026-11-20T10:00:00.000Z"),
  });

/** What every kind of joined call returns, for a company whose id needs a parameter of its own. */
async function everything(library: Library, schema: string) {
  const invoicing = invoicingIn(schema);
  const inOne = <Value>(work: (company: ReturnType<typeof invoicing.company>) => Promise<Value>) =>
    library.transaction((handle) => work(invoicing.joining(handle).company("o'neill & süß $1 ?")));

  const first = await inOne(async (company) => {
    await company.saveProfile(germanProfile({ creditNotePrefix: "CN" }));
    const issued = await company.issue(order({ note: "ä\\n'\"$1?{}" }), { idempotencyKey: "key" });
    const again = await company.issue(order({ note: "ä\\n'\"$1?{}" }), { idempotencyKey: "key" });
    const many = await company.issueMany([order(), order({ clientName: "Ωmega 🧾" }), order()]);
    const refused = await company.cancel("unknown").catch((error: { code: string }) => error.code);
    return { issued, again, many, refused };
  });
  const [paid, cancelled, credited] = first.many;
  const second = await inOne(async (company) => ({
    payment: await company.recordPayment(paid!.id, { amount: paid!.total }),
    cancelled: await company.cancel(cancelled!.id, { reason: "never sent" }),
    credit: await company.credit(credited!.id, { reason: "returned" }),
    paidTwice: await company.recordPayment(paid!.id, { amount: 1 }).catch((error: { code: string }) => error.code),
  }));
  const third = await inOne(async (company) => ({
    profile: await company.profile(),
    all: await company.list({ limit: 2 }),
    paid: await company.list({ status: "PAID" }),
    got: await company.get(paid!.id),
    byNumber: await company.getByNumber(cancelled!.invoiceNumber),
    byKey: await company.getByKey("key"),
    creditNotes: await company.creditNotes(),
    unknown: await company.get("unknown").catch((error: { code: string }) => error.code),
    vat: await company.suggestVat({ clientCountry: "FR" }),
  }));
  const { findings } = await invoicing.company("o'neill & süß $1 ?").audit();
  await invoicing.close();
  return JSON.parse(withoutIds(JSON.stringify({ first, second, third, findings })));
}

/** The text with each id replaced by the number of its first occurrence. */
function withoutIds(text: string): string {
  const ids = new Map<string, number>();
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return `id ${ids.get(id)}`;
  });
}

/** A host's own counter, in a table of the schema. */
const counterIn =
  (schema: string): PostgresNumbers =>
  (client, companyId) => ({
    async lock() {
      const text = `SELECT last::text FROM ${schema}.panel_counter WHERE company_id = $1 FOR UPDATE`;
      const { rows } = await client.query(text, [companyId]);
      return { lastCounter: Number(rows[0]?.["last"]), lastIssueDate: null, started: true };
    },
    async take(count) {
      const text = `UPDATE ${schema}.panel_counter SET last = last + $2::int WHERE company_id = $1 RETURNING last::text`;
      const { rows } = await client.query(text, [companyId, count]);
      return Number(rows[0]?.["last"]) - count + 1;
    },
  });

/** What calls return in a transaction with a counter of the host's, and in one that cannot write. */
/** The tests of the other libraries run in schemas of their own, whose names are random. */
const OTHER_SCHEMAS = /, or set the option schema .*/;

async function troubles(library: Library, schema: string) {
  await pool.query(`CREATE TABLE ${schema}.panel_counter AS SELECT 'firma' AS company_id, 41 AS last`);
  const counted = invoicingIn(schema, { numbers: counterIn(schema), lockTimeoutMs: 60_000 });
  const impatient = invoicingIn(schema, { numbers: counterIn(schema), lockTimeoutMs: 100 });
  await counted.company("firma").saveProfile(germanProfile());
  const issue = (handle: object, invoicing = counted) => invoicing.joining(handle).company("firma").issue(order());
  const failure = (error: Error & { code?: string }) => ({
    name: error.name,
    code: error.code,
    message: error.message.replace(OTHER_SCHEMAS, ""),
  });

  const { invoiceNumber } = await library.transaction((handle) => issue(handle));
  const serializable = await library.transaction((handle) => issue(handle), "serializable").catch(failure);
  const blocker = await pool.connect();
  await blocker.query(`BEGIN; SELECT FROM ${schema}.faktura_sequences FOR UPDATE`);
  const busy = await library.transaction(async (handle) => {
    const refused = await issue(handle, impatient).catch(failure);
    await blocker.query("ROLLBACK");
    return { refused, after: (await issue(handle)).invoiceNumber };
  });
  blocker.release();
  await counted.close();
  await impatient.close();
  const elsewhere = invoicingIn("missing");
  const missing = await library.transaction((handle) => issue(handle, elsewhere).catch(failure));
  await elsewhere.close();
  return { invoiceNumber, serializable, busy, missing };
}

const own = openPool({ max: 2 });
let expected: { everything: unknown; troubles: unknown };

beforeAll(async () => {
  const [calls, failures] = [
    await everything(PG(own), await freshSchema()),
    await troubles(PG(own), await freshSchema()),
  ];
  expect(calls).toMatchObject({ findings: [], third: { all: { total: 4 }, unknown: "invoice_not_found" } });
  expect(failures).toMatchObject({
    invoiceNumber: expect.stringMatching(/-0042$/),
    serializable: { name: "TypeError" },
    busy: { refused: { code: "store_busy" }, after: expect.stringMatching(/-0043$/) },
    missing: { name: "Error" },
  });
  expected = { everything: calls, troubles: failures };
});

afterAll(() => own.end());

describe.each(LIBRARIES)("$name", ({ wrongHandle, open }) => {
  let library: Library;

  beforeAll(() => {
    library = open(own);
  });

  afterAll(() => library.close());

  test("returns what a client of pg returns", async () => {
    expect(await everything(library, await freshSchema())).toEqual(expected.everything);
  });

  test("fails as a client of pg does, and runs a counter of the host's", async () => {
    expect(await troubles(library, await freshSchema())).toEqual(expected.troubles);
  });

  test("is a TypeError without a transaction, and rejects after its end", async () => {
    expect(wrongHandle).toThrow(TypeError);
    const invoicing = invoicingIn(await freshSchema());
    await invoicing.company("firma").saveProfile(germanProfile());
    let ended: (() => object) | undefined;
    await library.transaction(async (handle) => {
      ended = () => handle;
    });
    const late = invoicing.joining(ended!()).company("firma");
    await expect(late.issue(order())).rejects.toThrow();
    expect((await invoicing.company("firma").list()).total).toBe(0);
    await invoicing.close();
  });
});

test("fromSequelize refuses a transaction that has ended, whose client may already run another one", async () => {
  const sequelize = new Sequelize(postgresUrl, { logging: false });
  const transaction = await sequelize.transaction();
  expect(() => fromSequelize(transaction)).not.toThrow();
  await transaction.commit();
  expect(() => fromSequelize(transaction)).toThrow(TypeError);
  await sequelize.close();
});
