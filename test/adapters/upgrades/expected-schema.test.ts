/**
 * Goal: a store on PostgreSQL expects exactly what the scripts create, on every version of PostgreSQL.
 * Method: the scripts run, and the catalogue then has what is in the file. After a change of a script, run
 * `FAKTURA_UPDATE_GOLDEN=1 npm test -- test/adapters/upgrades/expected-schema.test.ts` and review that only the lines
 * of what was changed differ: servers of other versions compare guards by the digests that a migration recorded.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as versions from "../../../src/adapters/postgres/schema/version.ts";
import { expectedSchema } from "../../support/expected-schema.ts";
import { onPostgres } from "../../support/postgres.ts";

const FILE = join(import.meta.dirname, "../../../src/adapters/postgres/schema/generated/expected.ts");

test.each(onPostgres("PostgreSQL"))("on %s, the scripts create what a store expects", async () => {
  const text = await expectedSchema(versions);
  if (process.env["FAKTURA_UPDATE_GOLDEN"] === "1") writeFileSync(FILE, text);
  expect(readFileSync(FILE, "utf8")).toBe(text);
});
