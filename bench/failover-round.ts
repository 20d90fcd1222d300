import { setTimeout as wait } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import pg from "pg";
import { type PairSettings, prepareData, startPair } from "../test/support/postgres-pair.ts";
import type { PostgresProcess } from "../test/support/postgres-process.ts";
import { Relay } from "../test/support/relay.ts";
import { type Answer, Load } from "./failover-load.ts";
import { PROFILE } from "./workload.ts";

const COMPANIES = ["acme", "globex", "initech", "umbrella"];
const SERVERS = 2;
/** Shorter than some of the outages, so that the library also has to say that it does not know. */
const LOCK_TIMEOUT_MS = 1000;

/** How a round is run: the pair, and how much time passes. */
export interface RoundSettings extends PairSettings {
  readonly loadMs: number;
  /** From the primary's end until somebody promotes the standby. */
  readonly noticeMs: number;
}

/** What one failover did to the calls. */
export interface RoundResult {
  readonly acknowledged: number;
  /** Acknowledged invoices that the new primary does not have as they were acknowledged. */
  readonly lost: number;
  /** Numbers that two different invoices were acknowledged with. */
  readonly numbersTwice: number;
  /** Calls that had no answer when the primary ended: the new primary had their invoice, or issued it. */
  readonly replayed: number;
  readonly issuedAnew: number;
  /** Answers that the outcome is unknown, and all other errors; each was repeated under its key. */
  readonly outcomeUnknown: number;
  readonly otherErrors: number;
  /** From the last answer of the old primary to the first of the new one. */
  readonly silenceMs: number;
  /** What must not be, whatever was lost: empty when the books are sound. */
  readonly faults: readonly string[];
}

/** Data that every round begins with, under `parent`: the tables, and the companies. */
export function prepareBooks(parent?: string): Promise<string> {
  const prepare = async (connectionString: string) => {
    const pool = new pg.Pool({ connectionString, max: 2 });
    await migratePostgres(pool);
    const invoicing = createInvoicing({ store: postgresStore(pool) });
    for (const companyId of COMPANIES) await invoicing.company(companyId).saveProfile(PROFILE);
    await pool.end();
  };
  return prepareData(prepare, parent);
}

/** Runs a primary and its standby under load, kills the primary, promotes the standby and compares what was told. */
export async function failoverRound(data: string, settings: RoundSettings): Promise<RoundResult> {
  const pair = await startPair(data, settings);
  const door = await Relay.open(pair.primary.port);
  const connectionString = `postgres://postgres:password@127.0.0.1:${door.port}/postgres`;
  const pools = Array.from({ length: SERVERS }, () => new pg.Pool({ connectionString, max: 6 }));
  const stores = pools.map((pool) => postgresStore(pool, { lockTimeoutMs: LOCK_TIMEOUT_MS }));
  const load = new Load(
    stores.map((store) => createInvoicing({ store })),
    COMPANIES,
  );
  try {
    await wait(settings.loadMs);
    let killedAt = 0;
    await pair.primary.kill(() => {
      killedAt = performance.now();
      pair.link.cut(); // what is on its way to the standby is lost with the primary
    });
    await wait(settings.noticeMs);
    door.cut();
    await pair.standby.promote();
    const stood = await invoicesByKey(pair.standby);
    const cutOff = load.unanswered(killedAt);
    const isNew = ({ at }: Answer) => at > movedAt;
    const movedAt = performance.now();
    door.leadTo(pair.standby.port);
    await load.until((answers) => answers.some(isNew));
    await wait(settings.loadMs / 4);
    await load.end();

    const { answers, outcomeUnknown, otherErrors } = load;
    const replayed = cutOff.filter((name) => stood.has(name)).length;
    const lastOld = Math.max(...answers.filter((answer) => !isNew(answer)).map(({ at }) => at));
    return {
      acknowledged: answers.length,
      ...(await compare(pair.standby, answers)),
      ...{ replayed, issuedAnew: cutOff.length - replayed, outcomeUnknown, otherErrors },
      silenceMs: Math.min(...answers.filter(isNew).map(({ at }) => at)) - lastOld,
    };
  } finally {
    await load.end();
    await Promise.all(pools.map((pool) => pool.end()));
    await door.close();
    await pair.end();
  }
}

async function invoicesByKey(server: PostgresProcess): Promise<Map<string, string>> {
  const rows = await server.rows<{ name: string; invoice: string }>(
    `SELECT concat(company_id, ' ', key) AS name, concat(i.id, ' ', invoice_number) AS invoice
     FROM faktura.faktura_idempotency_keys AS k LEFT JOIN faktura.faktura_invoices AS i USING (company_id)
     WHERE i.id = k.invoice_id`,
  );
  return new Map(rows.map(({ name, invoice }) => [name, invoice]));
}

/** The new primary's books against the answers, and against themselves. */
async function compare(server: PostgresProcess, answers: readonly Answer[]) {
  const books = await invoicesByKey(server);
  const acknowledgedWith = new Map<string, Set<string>>();
  for (const { companyId, id, invoiceNumber } of answers) {
    const number = `${companyId} ${invoiceNumber}`;
    acknowledgedWith.set(number, (acknowledgedWith.get(number) ?? new Set()).add(id));
  }
  const faults = await server.rows<{ fault: string }>(
    `SELECT concat(company_id, ': ', count(*), ' invoices, counters ', min(counter), ' to ', max(counter)) AS fault
       FROM faktura.faktura_invoices GROUP BY company_id HAVING min(counter) <> 1 OR max(counter) <> count(*)
     UNION ALL SELECT concat('an invoice that ', count(k.key), ' keys issued: ', i.id)
       FROM faktura.faktura_invoices AS i LEFT JOIN faktura.faktura_idempotency_keys AS k
         ON i.company_id = k.company_id AND i.id = k.invoice_id
       GROUP BY i.company_id, i.id HAVING count(k.key) <> 1`,
  );
  return {
    lost: answers.filter(({ name, id, invoiceNumber }) => books.get(name) !== `${id} ${invoiceNumber}`).length,
    numbersTwice: [...acknowledgedWith.values()].filter((ids) => ids.size > 1).length,
    faults: faults.map(({ fault }) => fault),
  };
}
