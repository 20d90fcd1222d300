/**
 * Goal: whatever fails before or after any statement, nothing acknowledged is lost and nothing is done twice; and if a
 * caller without a key is told that nothing was written, that is true.
 * Method: two stores issue at the same time, on a pool with faults chosen by fast-check: for each transaction at one of
 * its statements, for reads and for connecting. The connection is lost before, after or during the statement; or
 * PostgreSQL terminates the backend, refuses the statement or has aborted the transaction. PostgreSQL's faults are
 * real; only the client notices a lost connection. fast-check prints the seed of a failed run, but statements of two
 * stores may be interleaved differently. Two runs per round.
 * Not covered: errors that PostgreSQL could report for a COMMIT that it has done, because there are none.
 */
import { createInvoicing } from "faktura";
import { type PostgresClient, postgresStore } from "faktura/postgres";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { germanProfile } from "../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openPool, pool, postgresUrl } from "../support/postgres.ts";
import { audit, report } from "./postgres-audit.ts";
import { Callers } from "./postgres-callers.ts";
import { ROUNDS } from "./postgres-issuers.ts";

const RUNS = 2 * ROUNDS;
const companies = ["acme", "globex"];

const uncaught: unknown[] = [];
process.on("uncaughtException", (error) => uncaught.push(error));
process.on("unhandledRejection", (error) => uncaught.push(error));

const own = openPool({ max: 8 });
afterAll(() => own.end());

const lost = () => new Error("Connection terminated unexpectedly");
const terminate: Interceptor = async (_, __, client) => {
  const { processID } = client as unknown as { processID: number };
  return pool.query("SELECT pg_terminate_backend($1, 2000)", [processID]);
};
const refuse = (state: string): Interceptor => {
  return (_, __, client) => client.query(`DO $$ BEGIN RAISE 'injected' USING ERRCODE = '${state}'; END $$`);
};

const FAULTS: Record<string, Interceptor> = {
  "lost before": async () => {
    throw lost();
  },
  "lost after": async (_, send) => {
    await send();
    throw lost();
  },
  "lost on its way": async (_, send) => {
    void send().catch(() => undefined);
    throw lost();
  },
  "terminated before": async (text, send, client) => {
    await terminate(text, send, client);
    return send();
  },
  "terminated after": async (text, send, client) => {
    const result = await send();
    await terminate(text, send, client);
    return result;
  },
  ...Object.fromEntries(
    ["40001", "40P01", "55P03", "53200", "XX000"].map((state) => [`${state} before`, refuse(state)]),
  ),
  "aborted before": async (text, send, client) => {
    await refuse("XX000")(text, send, client).catch(() => undefined);
    return send();
  },
  "40001 after": async (text, send, client) => {
    const result = await send();
    return text === "COMMIT" ? result : refuse("40001")(text, send, client);
  },
};

const fault = fc.oneof({ weight: 1, arbitrary: fc.constant("nothing") }, fc.constantFrom(...Object.keys(FAULTS)));

/**
 * The faults of the transactions in the order in which they begin, each at one of about six statements, and those of
 * reads and connecting. Later ones succeed, so that every run ends.
 */
const plan = fc.record({
  transactions: fc.array(fc.record({ at: fc.nat({ max: 5 }), fault }), { maxLength: 40, size: "max" }),
  others: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant("nothing") }, fault), { maxLength: 40, size: "max" }),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

/** What chance alone seldom draws: transactions that were aborted before each statement, and so before COMMIT. */
const ABORTED: Plan = {
  transactions: Array.from({ length: 12 }, (_, place) => ({ at: place % 6, fault: "aborted before" })),
  others: [],
};

/** The pool with the faults of a plan. Counts those that occurred. */
function faultyPool(planned: Plan, happened: Record<string, number>) {
  const { transactions, others } = structuredClone(planned);
  const open = new WeakMap<PostgresClient, { at: number; fault: string }>();
  const faultOf = (text: string, client: PostgresClient) => {
    if (text.startsWith("BEGIN")) open.set(client, transactions.shift() ?? { at: 0, fault: "nothing" });
    const transaction = open.get(client);
    if (transaction === undefined) return others.shift() ?? "nothing";
    if (text === "COMMIT" || text === "ROLLBACK") open.delete(client);
    return transaction.at-- === 0 ? transaction.fault : "nothing";
  };
  const count = (name: string) => {
    happened[name] = (happened[name] ?? 0) + 1;
  };
  const inner = interceptedPool(own, (text, send, client) => {
    const name = faultOf(text, client);
    const happening = FAULTS[name];
    if (happening === undefined) return send();
    count(name);
    if (text === "COMMIT") count("at COMMIT");
    return happening(text, send, client);
  });
  return { connect: () => (others.shift() === "lost before" ? Promise.reject(lost()) : inner.connect()) };
}

test(
  `faults before and after every statement, ${RUNS} plans, lose nothing and repeat nothing`,
  async () => {
    const totals: Record<string, number> = {};
    const happened: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        const schema = await freshSchema();
        const clean = createInvoicing({ store: postgresStore(pool, { schema }) });
        for (const company of companies) await clean.company(company).saveProfile(germanProfile());
        const said: string[] = [];
        const faulty = faultyPool(planned, happened);
        const callers = ["s0", "s1"].map((name) => {
          const load = { name, life: 0, companies, callers: 4, from: 0, to: 14 };
          return new Callers(load, postgresStore(faulty, { schema }), (...words) => said.push(words.join(" ")));
        });
        await Promise.all(callers.map((each) => each.run()));
        for (const [name, count] of Object.entries(await audit(postgresUrl, schema, said))) {
          totals[name] = (totals[name] ?? 0) + count;
        }
        expect(uncaught).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[ABORTED]] },
    );
    expect(own.idleCount, "no connection is kept").toBe(own.totalCount);
    report({ ...happened, ...totals });
  },
  60_000 + ROUNDS * 10_000,
);
