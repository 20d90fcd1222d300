import { createHash } from "node:crypto";
import { insteadOfText } from "../../domain/instead-of.ts";

/**
 * What the table `faktura_schema` says. Older versions of the library read it too, so its columns `version`, `works_with`,
 * `guards` and `shard` keep their names and meanings for ever.
 */
export interface SchemaRecord {
  /** 0 if there are no tables. */
  readonly version: number;
  /** The lowest schema version whose library may use the tables. */
  readonly worksWith: number;
  /** The guards that the migration made. Absent before there are tables. */
  readonly guards: GuardDigests;
  /** The name of the shard that the tables are, as they were made; empty if they are none. */
  readonly shard: string;
}

/** The digest of each guard, by its kind and name. A library compares guards that it does not know with these. */
export type GuardDigests = Readonly<Record<string, string>>;

/** A script as far as it decides which libraries may use the tables after it. */
export interface AdmittingScript {
  /**
   * The lowest schema version whose library may use the tables after this script. Absent: as before it, because the
   * script only adds. A script that takes something away names the first version that does not need it any more.
   */
  readonly worksWith?: number;
}

/** {@link SchemaRecord.worksWith} after these scripts, the first of which makes the version `first`. */
export function worksWithAfter(first: number, scripts: readonly AdmittingScript[]): number {
  return scripts.reduce((lowest, { worksWith = lowest }) => worksWith, first);
}

/** The digest of a guard's definition. */
export function guardDigest(definition: string): string {
  return createHash("sha256").update(definition).digest("hex");
}

/**
 * {@link SchemaRecord.guards} of a stored text. `where` names the tables, at the start of a sentence.
 *
 * @throws Error if it has no digests. Without them, changed guards of another version would go unnoticed
 */
export function parseGuards(where: string, text: string): GuardDigests {
  const guards = parsed(text);
  const digests = typeof guards === "object" && guards !== null ? Object.values(guards) : [];
  if (digests.length > 0 && digests.every((digest) => typeof digest === "string")) return guards as GuardDigests;
  throw new Error(
    `${where} has a damaged row in the table faktura_schema: its column guards has no digests of the guards. Nothing was ` +
      "read or written. Restore this row, or all tables, from a backup.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks that a library of schema version `own` may use the tables. `where` names them, at the start of a sentence.
 *
 * @throws Error that says in which order to migrate and to deploy
 */
export function requireAdmitted(
  where: string,
  { version, worksWith }: Pick<SchemaRecord, "version" | "worksWith">,
  own: number,
): void {
  if (version <= own || worksWith <= own) return;
  throw new Error(
    `${where} has version ${version} of faktura's tables, which works with servers that support version ${worksWith} or ` +
      `later, but this version of faktura only supports versions up to ${own}. Nothing was read or written. Upgrade ` +
      `faktura on this server. The order of steps for such a change: first deploy a faktura that supports version ` +
      `${worksWith} on every server, and stop the servers that have none; then migrate the tables.`,
  );
}

/** The name that the option `shard` gives; empty if it is absent. @throws TypeError if it is no such name */
export function shardNameOf(shard: string | undefined): string {
  if (shard === undefined) return "";
  if (typeof shard === "string" && /^[\w.-]{1,63}$/.test(shard)) return shard;
  throw new TypeError(`shard must be a name of 1 to 63 letters of ASCII, digits, _, . or -${insteadOfText(shard)}`);
}

/**
 * Checks that the tables are the shard that the store was opened as. `where` names them, at the start of a sentence.
 *
 * @throws Error that names both if they are not
 */
export function requireShard(where: string, { version, shard: stored }: SchemaRecord, wanted: string): void {
  if (version === 0 || stored === wanted) return;
  const [is, asked] = [stored, wanted].map((name) => (name === "" ? "no shard" : `the shard "${name}"`));
  throw new Error(
    `${where} is ${is}, but was opened as ${asked}: ${wanted === "" ? "without the option shard" : `{ shard: "${wanted}" }`}. ` +
      "Its name was stored with its tables. Nothing was read or written. Check which database this is, and the option.",
  );
}

/** The error for tables without their record. They are not taken to be missing, because books may be in them. */
export function missingRecord(where: string): Error {
  return new Error(
    `${where} has the table faktura_schema, but no row in it, so the version of its tables is unknown. Nothing was read ` +
      "or written. Restore this row, or all tables, from a backup.",
  );
}

/** The error for tables without the table of their record, for the same reason. */
export function missingRecordTable(where: string): Error {
  return new Error(
    `${where} has faktura's tables, but the table faktura_schema is missing, so their version is unknown. Nothing was ` +
      "read or written. Restore a backup of it, or of all tables.",
  );
}

/** What to do about faults of tables that a newer library has migrated: only that library knows their definition. */
export function remedyOfNewer(version: number): string {
  return `A newer faktura made version ${version} of these tables, so only that one can repair them: migrate with it again.`;
}
