/** Whether a text is a code of a list. Codes are compared as they are, capitals included. */
export type CodeList = (code: string) => boolean;

/**
 * A list of codes, parsed at its first use. Codes that differ only in their last character are written as one group:
 * `A1:023 B:X` is `A10`, `A12`, `A13` and `BX`. A group without a colon is one code.
 */
export function codeList(groups: string): CodeList {
  let codes: Set<string> | undefined;
  return (code) => {
    codes ??= new Set(groups.split(" ").flatMap(codesOf));
    return codes.has(code);
  };
}

function codesOf(group: string): string[] {
  const [start = "", ends] = group.split(":");
  return ends === undefined ? [start] : [...ends].map((end) => start + end);
}
