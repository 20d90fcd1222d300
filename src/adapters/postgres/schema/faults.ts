import type { SchemaFault } from "../../common/schema-fault.ts";
import { type GuardDigests, remedyOfNewer } from "../../common/schema-record.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { type Catalogue, type CatalogueObject, INVALID, objectKey, REQUIRED, readCatalogue } from "./catalogue.ts";
import { EXPECTED_GUARDS, EXPECTED_OBJECTS } from "./generated/expected.ts";
import { createIndex, guardScript, readSchema, SCHEMA_VERSION, type SchemaState } from "./version.ts";

/** What decides how objects are compared. */
interface Comparison {
  readonly tables: Tables;
  readonly found: Catalogue;
  /** Other engines print checks, indexes and types differently. */
  readonly isPostgres: boolean;
  /** A newer library may have changed checks, indexes and types. */
  readonly isNewer: boolean;
}

/**
 * Compares the schema in the database with what its version has on a PostgreSQL where only the library's scripts ran. Ignores
 * whatever the host has added, and the triggers if the tables were created without them. It makes one query on the
 * catalogue, which any role may read.
 *
 * If a newer library has migrated the schema, that one may have changed checks, so they only have to exist, and indexes,
 * which are ignored. Guards of another version are compared with the digests that its migration recorded. Only a newer
 * library repairs what it has made.
 */
export async function findSchemaFaults(
  session: Session,
  tables: Tables,
  { version, guarded, guards: recorded }: SchemaState,
): Promise<readonly SchemaFault[]> {
  const isNewer = version > SCHEMA_VERSION;
  // Without a record, all of the current version is missing.
  const expected = EXPECTED_OBJECTS[Math.min(version || SCHEMA_VERSION, SCHEMA_VERSION)]!;
  const guards = !guarded ? {} : version === SCHEMA_VERSION ? EXPECTED_GUARDS : recorded;
  const found = await readCatalogue(session, tables, ...namesOf(expected, guards));
  const isPostgres = found.get("engine ")!.text.startsWith("PostgreSQL ");
  const faults = [
    ...expected.flatMap((object) => objectFaults(object, { tables, found, isPostgres, isNewer })),
    ...[...found.values()].flatMap((object) => detourFaults(tables, object)),
    ...guardFaults(guards, found).map((detail) => ({ detail, repair: guardScript(tables, version) })),
  ];
  return isNewer ? faults.map((fault) => ofNewer(fault, version)) : faults;
}

/** The names of the tables, also those on which a newer library has guards, and of the functions. */
function namesOf(expected: readonly CatalogueObject[], guards: GuardDigests): [tables: string[], functions: string[]] {
  const named = (pattern: RegExp) => Object.keys(guards).flatMap((key) => pattern.exec(key)?.[1] ?? []);
  const tables = expected.filter(({ kind }) => kind === "table").map(({ name }) => name);
  return [[...new Set([...tables, ...named(/^trigger (\w+)\./)])], named(/^function (\w+)/)];
}

/** The fault of tables that a newer library has migrated. A missing table can only be restored. */
function ofNewer({ detail, repair, remedy }: SchemaFault, version: number): SchemaFault {
  return repair === undefined ? { detail, ...(remedy && { remedy }) } : { detail, remedy: remedyOfNewer(version) };
}

/** {@link SchemaFault.detail} of each. */
export async function schemaFaultTexts(session: Session, tables: Tables): Promise<string[]> {
  const faults = await findSchemaFaults(session, tables, await readSchema(session, tables));
  return faults.map(({ detail }) => detail);
}

/** What is wrong with an object. Nothing if its table is missing, or has to be replaced because it is partitioned. */
function objectFaults(object: CatalogueObject, comparison: Comparison): SchemaFault[] {
  const { kind, of, name } = object;
  const { tables, found } = comparison;
  if (of !== "" && (!found.has(`table ${of}`) || found.has(`partitioned ${of}.`))) return [];
  switch (kind) {
    case "table": {
      const table = found.get(objectKey(object));
      if (table === undefined) return [{ detail: `the table ${name} is missing` }];
      if (table.text !== "u") return [];
      const detail = `the table ${name} is UNLOGGED, so a crash of the server empties it`;
      return [{ detail, repair: `ALTER TABLE ${tables.schema}.${name} SET LOGGED` }];
    }
    case "column":
      return columnFaults(object, comparison);
    case "index":
      return indexFaults(object, comparison);
    default:
      return constraintFaults(object, comparison);
  }
}

function columnFaults(column: CatalogueObject, { tables, found, isPostgres, isNewer }: Comparison): SchemaFault[] {
  const { of, name, text, state } = column;
  const actual = found.get(objectKey(column));
  if (actual === undefined) return [{ detail: `${of} lacks the column ${name}` }];
  const faults: SchemaFault[] = [];
  if (isPostgres && !isNewer && actual.text !== text) {
    const remedy = `Change the type of ${of}.${name} back with ALTER TABLE.`;
    faults.push({ detail: `${of}.${name} is ${actual.text} instead of ${text}`, remedy });
  }
  if (state === REQUIRED && actual.state !== REQUIRED) {
    const repair = `ALTER TABLE ${tables.schema}.${of} ALTER COLUMN ${name} SET NOT NULL`;
    faults.push({ detail: `${of}.${name} may be NULL`, repair });
  }
  return faults;
}

/** PostgreSQL prints names without its own schema, so they must mean nothing else where they are used again. */
const OWN_NAMES = "SET LOCAL search_path = pg_catalog, pg_temp";

/** A key or a check that is missing or changed. A check may have another name. */
function constraintFaults(object: CatalogueObject, comparison: Comparison): SchemaFault[] {
  const { kind, of, name, text } = object;
  const { tables, found, isPostgres, isNewer } = comparison;
  const isCheck = kind === "check";
  if (isCheck && !isPostgres) return [];
  const actual = found.get(objectKey(object));
  if (actual === undefined ? isCheck && hasTwin(object, found) : actual.text === text || (isCheck && isNewer))
    return [];
  const detail = actual === undefined ? `${of} lacks CONSTRAINT ${name} ${text}` : `the ${kind} ${name} was changed`;
  // Without the DROP, one with the same name and another definition would stay. NOT VALID, because rows written in the
  // meantime may violate the check and cannot be changed. The audit checks them.
  const replace = `DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} ${text}${isCheck ? " NOT VALID" : ""}`;
  return [{ detail, repair: `${OWN_NAMES}; ALTER TABLE ${tables.schema}.${of} ${replace}` }];
}

/** Whether the same exists under another name. */
function hasTwin({ kind, of, text }: CatalogueObject, found: Catalogue): boolean {
  return [...found.values()].some(
    (other) => other.kind === kind && other.of === of && other.text === text && other.state !== INVALID,
  );
}

/** An index that is missing, invalid or changed. It may have another name. */
function indexFaults(index: CatalogueObject, { tables, found, isPostgres, isNewer }: Comparison): SchemaFault[] {
  if (isNewer) return [];
  const { name, text } = index;
  const actual = found.get(objectKey(index));
  const isSame = !isPostgres || actual?.text === text;
  if (actual === undefined ? isPostgres && hasTwin(index, found) : actual.state !== INVALID && isSame) return [];
  const state = actual === undefined ? "is missing" : actual.state === INVALID ? "is invalid" : "was changed";
  const build = createIndex(tables, name).replace("CREATE INDEX ", "CREATE INDEX CONCURRENTLY ");
  const alone = [...(actual ? [`DROP INDEX CONCURRENTLY IF EXISTS ${tables.schema}.${name}`] : []), build];
  return [{ detail: `the index ${name} ${state}`, repair: alone.join("; "), alone }];
}

/**
 * What lets rows past the keys and the triggers, or hides them: rules, row level security, and rows that belong to two
 * tables at once. The host has added it and may need it, so the library never removes it.
 */
function detourFaults({ schema }: Tables, { kind, of, name, state }: CatalogueObject): SchemaFault[] {
  const fullName = `${schema}.${of}`;
  const fault = (detail: string, remedy: string) => [{ detail, remedy }];
  switch (kind) {
    case "rule":
      return fault(`${of} has the rule ${name}`, `DROP RULE ${name} ON ${fullName}.`);
    case "security":
      return fault(
        `row level security is enabled on ${of}${name === "" ? "" : `, with the policies ${name}`}`,
        `ALTER TABLE ${fullName} DISABLE ROW LEVEL SECURITY, and limit roles with GRANT.`,
      );
    case "child":
      return fault(`${of} has the child table ${name}`, `ALTER TABLE ${name} NO INHERIT ${fullName}.`);
    case "partitioned":
      return fault(`${of} is partitioned`, "Replace each partitioned table with an ordinary one that has its rows.");
    case "parent":
      return state === "true"
        ? fault(`${of} is a partition of ${name}`, `ALTER TABLE ${name} DETACH PARTITION ${fullName}.`)
        : fault(`${of} is a child table of ${name}`, `ALTER TABLE ${fullName} NO INHERIT ${name}.`);
    default:
      return [];
  }
}

/** What is wrong with the guards, in English. */
function guardFaults(expected: GuardDigests, found: Catalogue): string[] {
  return Object.entries(expected).flatMap(([key, digest]) => {
    const [, kind, name] = /^(\w+) (?:\w+\.)?(\w+)/.exec(key)!;
    const guard = `the ${kind} ${name}`;
    const actual = found.get(key);
    if (actual === undefined) return [`${guard} is missing`];
    if (actual.state === "D") return [`${guard} is disabled`];
    if (actual.text !== digest) return [`${guard} was changed`];
    return kind === "function" || actual.state === "A" ? [] : [`${guard} is enabled, but not ALWAYS`];
  });
}
