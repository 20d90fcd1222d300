/**
 * Goal: servers of other versions compare SQLite's guards by the digests that a migration recorded, so the digest of a guard
 * never changes while the guard stays the same, whatever becomes of the code that computes it. PostgreSQL's are in the
 * file that `expected-schema.test.ts` compares.
 * Method: all digests are compared with those in a file. A guard that was changed raises the schema's version: then run
 * `FAKTURA_UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/adapters/upgrades/guard-digests` and review
 * that only its own digest differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedDigests } from "../../../src/adapters/sqlite/schema/expected.ts";
import { SQLITE_VERSION as SCHEMA_VERSION } from "../../support/schema-versions.ts";

const FILE = join(import.meta.dirname, "guard-digests.json");

const DIGESTS = { version: SCHEMA_VERSION, guards: expectedDigests() };

if (process.env["FAKTURA_UPDATE_GOLDEN"] === "1") writeFileSync(FILE, `${JSON.stringify(DIGESTS, null, 2)}\n`);

test("the digest of each guard on SQLite is the one that was reviewed", () => {
  expect(Object.keys(DIGESTS.guards).length).toBeGreaterThan(30);
  expect(DIGESTS).toEqual(JSON.parse(readFileSync(FILE, "utf8")));
});
