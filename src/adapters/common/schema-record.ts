import { createHash } from "node:crypto";

/**
 * What the table `faktura_schema` says. Older versions of the library read it too, so its columns `version`, `works_with`
 * and `guards` keep their names and meanings for ever.
 */
export interface SchemaRecord {
  /** 0 if there are no tables. */
  readonly version: number;
  /** The lowest schema version whose library may use the tables. */
  readonly worksWith: number;
  /** The guards that the migration made. Absent before there are tables. */
  readonly guards: GuardDigests;
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

/** {@link SchemaRecord.guards} of a stored text. */
export function parseGuards(text: string): GuardDigests {
  return JSON.parse(text) as GuardDigests;
}

/**
 * Checks that a library of schema version `own` may use the tables. `where` names them, at the start of a sentence.
 *
 * @throws Error that says in which order to migrate and to deploy
 */
export function requireAdmitted(
  where: string,
  { version, worksWith }: Omit<SchemaRecord, "guards">,
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

/** The error for tables without their record. They are not taken to be missing, because books may be in them. */
export function missingRecord(where: string): Error {
  return new Error(
    `${where} has the table faktura_schema, but no row in it, so the version of its tables is unknown. Nothing was read ` +
      "or written. Restore this row, or all tables, from a backup.",
  );
}

/** What to do about faults of tables that a newer library has migrated: only that library knows their definition. */
export function remedyOfNewer(version: number): string {
  return `A newer faktura made version ${version} of these tables, so only that one can repair them: migrate with it again.`;
}
