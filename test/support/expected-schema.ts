import { Deadline } from "../../src/adapters/postgres/connection/deadline.ts";
import { Session } from "../../src/adapters/postgres/connection/session.ts";
import { type CatalogueObject, objectKey, readCatalogue } from "../../src/adapters/postgres/schema/catalogue.ts";
import type * as versions from "../../src/adapters/postgres/schema/version.ts";
import { tablesIn } from "../../src/adapters/postgres/settings.ts";
import { oneTo } from "./fixtures.ts";
import { pool } from "./postgres.ts";

/** The scripts of one build of the library. */
export type Scripts = Pick<typeof versions, "FIRST_VERSION" | "SCHEMA_VERSION" | "tableScript" | "guardScript">;

/** The kinds of objects that tables have, in the order of the file. Guards are listed by their digests. */
const KINDS = ["table", "column", "key", "check", "index"];

/** The text of `schema/generated/expected.ts`: what these scripts create, version by version, as this PostgreSQL prints it. */
export async function expectedSchema(scripts: Scripts): Promise<string> {
  const { FIRST_VERSION: first, SCHEMA_VERSION: last } = scripts;
  const all = new Map<number, CatalogueObject[]>();
  for (const version of oneTo(last - first + 1).map((place) => first + place - 1))
    all.set(version, await createdObjects(scripts, version));
  const blocks = [...all].map(([version, objects]) => {
    const lines = objects.filter(({ kind }) => KINDS.includes(kind)).map((each) => `    ${JSON.stringify(each)},\n`);
    return `  ${version}: [\n${lines.join("")}  ],\n`;
  });
  const guards = all.get(last)!.filter(({ kind }) => !KINDS.includes(kind));
  const digests = guards.map((guard) => `  ${JSON.stringify(objectKey(guard))}: "${guard.text}",\n`);
  return `// Written by test/adapters/upgrades/expected-schema.test.ts from what the scripts create in PostgreSQL. Change those instead.

import type { GuardDigests } from "../../../common/schema-record.ts";
import type { CatalogueObject } from "../catalogue.ts";

/** The tables of each version, with all that belongs to them but triggers. */
export const EXPECTED_OBJECTS: Readonly<Record<number, readonly CatalogueObject[]>> = {
${blocks.join("")}};

/** The triggers and functions of the current version. */
export const EXPECTED_GUARDS: GuardDigests = {
${digests.join("")}};
`;
}

/** What the scripts up to this version create, sorted, and then undone. */
async function createdObjects({ tableScript, guardScript }: Scripts, version: number): Promise<CatalogueObject[]> {
  const tables = tablesIn("faktura expected");
  const session = await Session.open(pool, new Deadline(60_000));
  try {
    await session.run(`BEGIN; CREATE SCHEMA ${tables.schema}; ${tableScript(0, tables, version)}`);
    await session.run(guardScript(tables, version));
    const { rows } = await session.client.query(
      `SELECT array(SELECT relname::text FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r') AS tables,
         array(SELECT proname::text FROM pg_proc WHERE pronamespace = $1::regnamespace) AS functions`,
      [tables.schema],
    );
    const { tables: tableNames, functions } = rows[0] as { tables: string[]; functions: string[] };
    const found = await readCatalogue(session, tables, tableNames, functions);
    const keys = new Set([...found.values()].filter(({ kind }) => kind === "key").map(({ name }) => name));
    const order = ({ kind, of, name }: CatalogueObject) => `${of || name} ${KINDS.indexOf(kind)} ${name}`;
    return [...found.values()]
      .filter(({ kind, name }) => kind !== "engine" && !(kind === "index" && keys.has(name)))
      .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  } finally {
    await session.run("ROLLBACK");
    session.release();
  }
}
