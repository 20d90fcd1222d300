/**
 * Goal: servers of other versions compare guards by the digests that a migration recorded, so the digest of a guard never
 * changes while the guard stays the same, whatever becomes of the code that computes it.
 * Method: all digests are compared with those in a file. A guard that was changed raises the schema's version: then run
 * `FAKTURA_UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/adapters/upgrades/guard-digests` and review
 * that only its own digest differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedGuards } from "../../../src/adapters/postgres/schema/expected.ts";
import { SCHEMA_VERSION as POSTGRES_VERSION } from "../../../src/adapters/postgres/schema/version.ts";
import { tablesIn } from "../../../src/adapters/postgres/settings.ts";
import { expectedDigests } from "../../../src/adapters/sqlite/schema/expected.ts";
import { SCHEMA_VERSION as SQLITE_VERSION } from "../../../src/adapters/sqlite/schema/version.ts";

const FILE = join(import.meta.dirname, "guard-digests.json");

const DIGESTS = {
  postgres: { version: POSTGRES_VERSION, guards: expectedGuards(tablesIn("faktura")) },
  sqlite: { version: SQLITE_VERSION, guards: expectedDigests() },
};

if (process.env["FAKTURA_UPDATE_GOLDEN"] === "1") writeFileSync(FILE, `${JSON.stringify(DIGESTS, null, 2)}\n`);

test.each(["postgres", "sqlite"] as const)(
  "the digest of each guard on %s is the one that was reviewed",
  (database) => {
    const reviewed = JSON.parse(readFileSync(FILE, "utf8")) as typeof DIGESTS;
    expect(Object.keys(DIGESTS[database].guards).length).toBeGreaterThan(30);
    expect(DIGESTS[database]).toEqual(reviewed[database]);
  },
);
