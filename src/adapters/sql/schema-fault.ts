/** Something of a database's tables that is not as the library's scripts make it. */
export interface SchemaFault {
  /** English text: what is missing or different. */
  readonly detail: string;
  /** SQL that puts it right; absent where only a backup can. */
  readonly mend?: string;
}

/** English text of all that is wrong; `where` is what the tables are in. */
export function tellFaults(where: string, faults: readonly SchemaFault[]): string {
  return `Faktura's tables in ${where} are not as they were made: ${faults.map(({ detail }) => detail).join("; ")}.`;
}

/** Says that the faults were there: nothing guarded the books while they were. */
export function warnOfMending(where: string, mended: readonly SchemaFault[]): void {
  process.emitWarning(`${tellFaults(where, mended)} That was put right; audit what was written meanwhile.`, {
    code: "FAKTURA_GUARDS_MENDED",
  });
}
