/**
 * Goal: companies can be spread over several databases by one function of the host's, because a company never needs
 * anything of another one.
 * Method: three PostgreSQL servers behind a function that hashes the company's id. Thousands of companies issue, pay,
 * cancel and credit at the same time, through one HTTP handler too. In the end each company's books are on its own shard
 * alone, gapless and sound, and every invoice is billed once.
 */
import { createHash } from "node:crypto";
import { createInvoicing, type Invoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { openPool } from "../../support/postgres.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres-server.ts";
import { tries } from "../../support/tries.ts";

const COMPANIES = oneTo(tries(800)).map((place) => `company-${place}`);

interface Shard {
  readonly server: PostgresServer;
  readonly pool: Pool;
  readonly invoicing: Invoicing;
}

const shards: Shard[] = [];

/** The router of a host: always the same shard for the same company. */
const shardOf = (companyId: string): Shard =>
  shards[createHash("sha256").update(companyId).digest().readUInt32BE() % shards.length]!;

/** All that the rest of a host needs to see of its shards. */
const invoicing: Pick<Invoicing, "company"> = {
  company: (companyId, options) => shardOf(companyId).invoicing.company(companyId, options),
};

beforeAll(async () => {
  for (const server of await Promise.all(oneTo(3).map(() => startPostgres()))) {
    const pool = openPool({ connectionString: server.url, max: 10 });
    await migratePostgres(pool);
    shards.push({ server, pool, invoicing: createInvoicing({ store: postgresStore(pool) }) });
  }
});

afterAll(async () => {
  for (const { server, pool, invoicing: own } of shards) {
    await own.close();
    await pool.end();
    await server.stop();
  }
});

/** Runs `work` for all companies, 64 at a time. */
async function forEachCompany(work: (companyId: string, place: number) => Promise<void>): Promise<void> {
  const waiting = COMPANIES.entries();
  const worker = async () => {
    for (const [place, companyId] of waiting) await work(companyId, place);
  };
  await Promise.all(oneTo(64).map(worker));
}

test("hundreds of companies on three servers: each gapless and sound on its own, and billed once", async () => {
  const handle = createHttpHandler(invoicing, {
    authenticate: (apiKey) => ({ companyId: apiKey, scopes: ["write:invoices"] }),
  });
  await forEachCompany(async (companyId, place) => {
    const company = invoicing.company(companyId);
    await company.saveProfile(germanProfile());
    const first = await company.issue(order(), { idempotencyKey: "first" });
    if (place % 10 === 0) {
      const headers = { authorization: `Bearer ${companyId}`, "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(order()) };
      expect((await handle(new Request("http://shop.test/invoices", request))).status).toBe(201);
    } else {
      await company.issue(order());
    }
    if (place % 10 === 1) await company.recordPayment(first.id, { amount: first.total });
    if (place % 10 === 2) await company.cancel(first.id);
    if (place % 10 === 3) await company.credit(first.id, { reason: "returned" });
  });

  await forEachCompany(async (companyId) => {
    const { findings, invoices } = await invoicing.company(companyId).audit();
    expect([findings, invoices]).toEqual([[], 2]);
    const { invoiceNumber } = (await invoicing.company(companyId).list({ limit: 1 })).data[0]!;
    expect(invoiceNumber.slice(-4)).toBe("0002");
  });

  const billed = new Set<string>();
  for (const shard of shards) {
    const { rows } = await shard.pool.query<{ company_id: string }>("SELECT company_id FROM faktura.faktura_sequences");
    const own = COMPANIES.filter((companyId) => shardOf(companyId) === shard);
    expect(own.length).toBeGreaterThan(COMPANIES.length / 4);
    expect(rows.map(({ company_id }) => company_id).sort()).toEqual(own.sort());
    const deliver = async (events: readonly { id: string }[]) => {
      for (const { id } of events) billed.add(id);
    };
    expect((await shard.invoicing.drainBilling({ deliver })).delivered).toBe(2 * own.length);
  }
  expect(billed.size).toBe(2 * COMPANIES.length);
}, 300_000);
