/**
 * Goal: whatever fails before or after whichever statement, nothing acknowledged is lost and nothing is done twice; and
 * what a caller without a key was told, that nothing was written, is true.
 * Method: two stores issue side by side, with a pool that fast-check has chosen faults for: for the first, second, …
 * statement that is sent, and for connecting. The connection is lost before or after the statement, PostgreSQL
 * terminates the backend, refuses the statement or has aborted the transaction. All of it happens for real, but for the
 * lost connections, which the client alone notices. fast-check prints the seed of a run that fails. Two runs a round.
 * Not covered: faults that PostgreSQL would answer to a COMMIT that it has carried out, because there are none.
 */
import { createInvoicing } from "faktura";
import { type PostgresPool, postgresStore } from "faktura/postgres";
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

/** What each statement meets, and each connect; those behind the last one go well, so that every run ends. */
const plan = fc.array(
  fc.oneof({ weight: 2, arbitrary: fc.constant("nothing") }, fc.constantFrom(...Object.keys(FAULTS))),
  { minLength: 20, maxLength: 150 },
);

/** The pool with the faults of a plan; counts those that came about. */
function faultyPool(faults: readonly string[], happened: Record<string, number>): PostgresPool {
  let step = 0;
  const next = () => {
    const fault = faults[step++] ?? "nothing";
    if (fault !== "nothing") happened[fault] = (happened[fault] ?? 0) + 1;
    return fault;
  };
  const inner = interceptedPool(own, (text, send, client) => {
    const happening = FAULTS[next()];
    return happening === undefined ? send() : happening(text, send, client);
  });
  return {
    connect: () => (next() === "lost before" ? Promise.reject(lost()) : inner.connect()),
  };
}

test(
  `faults before and after every statement, ${RUNS} plans, lose nothing and repeat nothing`,
  async () => {
    const totals: Record<string, number> = {};
    const happened: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(plan, async (faults) => {
        const schema = await freshSchema();
        const clean = createInvoicing({ store: postgresStore(pool, { schema }) });
        for (const company of companies) await clean.company(company).saveProfile(germanProfile());
        const said: string[] = [];
        const faulty = faultyPool(faults, happened);
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
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(own.idleCount, "no connection is kept").toBe(own.totalCount);
    report({ ...happened, ...totals });
  },
  60_000 + ROUNDS * 10_000,
);
