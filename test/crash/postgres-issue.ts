/**
 * A child process that issues on PostgreSQL according to its load, and prints what its callers were told. It reads "go"
 * and "stop".
 */

import { createInterface } from "node:readline";
import { postgresStore } from "faktura/postgres";
import pg from "pg";
import { Callers, type Load } from "./postgres-callers.ts";

type Settings = Load & { url: string; schema: string; lockTimeoutMs?: number };
const { url, schema, lockTimeoutMs, ...load } = JSON.parse(process.argv[2]!) as Settings;
// Only the store listens to the pool, so an error that it misses ends this process.
const pool = new pg.Pool({ connectionString: url, max: 4, application_name: schema });
const callers = new Callers(load, postgresStore(pool, { schema, lockTimeoutMs }), (...words) => {
  process.stdout.write(`${words.join(" ")}\n`); // synchronous on a pipe, so it is complete before a kill
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
