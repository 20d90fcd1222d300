import { setTimeout as wait } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import pg from "pg";
import { type PairSettings, prepareData, startPair } from "../test/support/postgres-pair.ts";
import type { PostgresProcess } from "../test/support/postgres-process.ts";
import { Relay } from "../test/support/relay.ts";
import { type Answer, Load } from "./failover-load.ts";
import { PROFILE } from "./workload.ts";

const COMPANIES = ["firma", "globex", "initech", "umbrella"];
const SERVERS = 2;
/** Shorter than some of the outages, so that some calls end with an unknown outcome. */
const LOCK_TIMEOUT_MS = 1000;

/** The settings of a round: the pair of servers, and the delays. */
export interface RoundSettings extends PairSettings {
  readonly loadMs: number;
  /** From the end of the primary until the standby is promoted. */
  readonly noticeMs: number;
}

/** The effects of one failover. */
export interface RoundResult {
  readonly acknowledged: number;
  /** Acknowledged invoices that the new primary lacks, or has with another id or number. */
  readonly lost: number;
  /** Numbers with which two different invoices were acknowledged. */
  readonly numbersTwice: number;
  /** Calls without an answer when the primary ended, whose invoice the new primary had already. */
  readonly replayed: number;
  /** Calls without an answer when the primary ended, whose invoice the new primary issued. */
  readonly issuedAgain: number;
  /**
   * Calls that failed with an unknown outcome, and calls that failed with any other error. Each was repeated with its
   * key.
   */
  readonly outcomeUnknown: number;
  readonly otherErrors: number;
  /** From the last answer of the old primary to the first answer of the new one. */
  readonly silenceMs: number;
  /** Violations that must not occur even if invoices were lost. Empty if the books are sound. */
  readonly faults: readonly string[];
}

/** Prepares the data with which every round begins, under `parent`: the tables and the companies. */
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

/** Runs a primary and a standby under load, kills the primary, promotes the standby, and checks all answers. */
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
      pair.link.cut(); // so that data in transit to the standby is lost with the primary
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
      replayed,
      issuedAgain: cutOff.length - replayed,
      outcomeUnknown,
      otherErrors,
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

/** Compares the new primary's books with the answers, and checks that the books are consistent. */
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
