import { createInvoicing } from "faktura";
import { type PostgresPool, type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import { expect, onTestFinished } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { WireRelay } from "../../support/wire-relay.ts";

export const CALL = /^CALL /;
export const KEY = { idempotencyKey: "key" };

/** Where acme's books are, and how they are reached. */
interface Place {
  readonly url?: string;
  readonly schema?: string;
  readonly open?: (url: string) => PostgresPool & { end(): Promise<void> };
}

const openPg = (connectionString: string) => openPool({ max: 3, connectionString });

/** Acme with two invoices, on a store that issues the next one in one trip. `trouble` happens to statements once set. */
export async function openKnowing(options: PostgresStoreOptions = {}, place: Place = {}) {
  const { url = postgresUrl, schema = await freshSchema(), open = openPg } = place;
  const own = open(url);
  const scene = { trouble: undefined as Interceptor | undefined, sent: [] as string[] };
  const troubled = interceptedPool(own, (text, send, client) => {
    scene.sent.push(text);
    return scene.trouble === undefined ? send() : scene.trouble(text, send, client);
  });
  const store = postgresStore(troubled, { schema, ...options });
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await other.saveProfile(germanProfile());
  await acme.issue(order());
  await acme.issue(order());
  scene.sent.length = 0;
  onTestFinished(async () => {
    await invoicing.close();
    await own.end();
  });
  const counters = async () => {
    scene.trouble = undefined;
    expect((await other.audit()).findings).toEqual([]);
    const { rows } = await pool.query<{ counter: string }>(
      `SELECT counter FROM ${schema}.faktura_invoices ORDER BY counter`,
    );
    return rows.map(({ counter }) => Number(counter));
  };
  const ways = () => scene.sent.flatMap((text) => /^(?:CALL|BEGIN|COMMIT)\b/.exec(text)?.[0] ?? []);
  return { scene, schema, store, invoicing, acme, other, own, counters, ways };
}

/** Inserts acme's next invoice as a panel does, with its own SQL under the company's lock. */
export async function insertAsPanel(schema: string): Promise<void> {
  const client = await pool.connect();
  await client.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences FOR UPDATE`);
  await client.query(`INSERT INTO ${schema}.faktura_invoices (company_id, counter, id, invoice_number, issue_date, source,
      document) SELECT company_id, counter + 1, 'panel-' || counter, number, issue_date, 'panel',
      replace(replace(document, id, 'panel-' || counter), invoice_number, number)
    FROM (SELECT *, regexp_replace(invoice_number, '[0-9]+$', lpad((counter + 1)::text, 4, '0')) AS number
      FROM ${schema}.faktura_invoices ORDER BY counter DESC LIMIT 1) AS last`);
  await client.query("COMMIT");
  client.release();
}

/** Trouble that happens once, to the first statement that matches. */
export function once(pattern: RegExp, happening: Interceptor): Interceptor {
  let done = false;
  return (text, send, client) => {
    if (done || !pattern.test(text)) return send();
    done = true;
    return happening(text, send, client);
  };
}

/** The same behind a relay, which leads to PostgreSQL, or to the pooler at `url`. */
export async function openOnWire(options: PostgresStoreOptions = {}, { url = postgresUrl, open }: Place = {}) {
  const relay = await WireRelay.open(Number(new URL(url).port));
  onTestFinished(() => relay.close());
  const opened = await openKnowing(options, {
    url: url.replace(/:\d+\//, `:${relay.port}/`),
    ...(open && { open }),
  });
  return { relay, ...opened };
}
