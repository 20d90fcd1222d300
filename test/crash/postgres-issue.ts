/** A child that issues on PostgreSQL as its load says, and says what its callers were told. "go" and "stop" are heard. */

import { createInterface } from "node:readline";
import pg from "pg";
import { postgresStore } from "../../src/adapters/postgres/index.ts";
import { Callers, type Load } from "./postgres-callers.ts";

type Settings = Load & { url: string; schema: string; lockTimeoutMs?: number };
const { url, schema, lockTimeoutMs, ...load } = JSON.parse(process.argv[2]!) as Settings;
// Nobody but the store listens to the pool, so that an error it does not hear ends this process.
const pool = new pg.Pool({ connectionString: url, max: 4, application_name: schema });
const callers = new Callers(load, postgresStore(pool, { schema, lockTimeoutMs }), (...words) => {
  process.stdout.write(`${words.join(" ")}\n`); // synchronous on a pipe: what is said was said before a kill
});

const input = createInterface({ input: process.stdin });
input.on("line", async (line) => {
  if (line === "stop") return callers.stop();
  await callers.run();
  await pool.end();
  input.close();
  process.stdin.destroy(); // an open pipe would keep the process alive
});
process.stdout.write("ready\n");
