/** A difference between a database's schema and the one that the library's scripts create. */
export interface SchemaFault {
  /** What is missing or different, in English. */
  readonly detail: string;
  /** SQL that repairs it. Absent: the library repairs nothing; see {@link remedy}. */
  readonly repair?: string;
  /** The statements of the repair, if each of them must run alone, outside a transaction. Absent: it runs in one. */
  readonly alone?: readonly string[];
  /** What the host must do, in English, if the library must not touch what the host has added. Absent: restore a backup. */
  readonly remedy?: string;
}

/** All faults in one English sentence; `where` is the file or schema that contains the tables. */
export function describeFaults(where: string, faults: readonly SchemaFault[]): string {
  return `Faktura's tables in ${where} do not match their definition: ${faults.map(({ detail }) => detail).join("; ")}.`;
}

/** Emits the process warning about faults that were repaired: until then, nothing guarded the books. */
export function warnOfRepair(where: string, repaired: readonly SchemaFault[]): void {
  process.emitWarning(`${describeFaults(where, repaired)} This was repaired. Audit what was written in the meantime.`, {
    code: "FAKTURA_GUARDS_REPAIRED",
  });
}

/** Emits the process warning about indexes that are missing or changed. The books are safe, but lists may be slow. */
export function warnOfIndexes(where: string, faults: readonly SchemaFault[], remedy: string): void {
  process.emitWarning(`${describeFaults(where, faults)} Lists may be slow. ${remedy}`, {
    code: "FAKTURA_INDEXES_MISSING",
  });
}
