/** A row of a file, with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file, and the line of a quotation mark that nothing closes, at which reading ended. */
export interface CsvFile {
  readonly rows: readonly CsvRow[];
  readonly unclosed: number | undefined;
}

/** A quoted cell with what follows it up to its end, or one without quotes. */
const CELL: Readonly<Record<string, RegExp>> = Object.fromEntries(
  [",", ";", "\t"].map((separator) => {
    const [plain, end] = [`[^${separator}\\r\\n]*`, `(${separator}|\\r\\n?|\\n|$)`];
    return [separator, new RegExp(`(?:"((?:[^"]|"")*)"(${plain})|(?!")(${plain}))${end}`, "y")];
  }),
);

/**
 * The rows of a file of separated values (RFC 4180), without empty ones. The separator is the one that its first line has most
 * often: a comma, a semicolon or a tab. Lines end as they do on any system.
 */
export function readCsv(text: string): CsvFile {
  const plain = text.replace(/^\uFEFF/, "");
  const [first = ""] = plain.split(/[\r\n]/, 1);
  const [separator] = [";", "\t", ","].sort((one, other) => first.split(other).length - first.split(one).length);
  const cell = CELL[separator!]!;
  const rows: CsvRow[] = [];
  let [cells, begins, line]: [string[], number, number] = [[], 1, 1];
  for (cell.lastIndex = 0; ; ) {
    const found = cell.exec(plain);
    if (found === null) return { rows, unclosed: line };
    const [whole, quoted, rest = "", unquoted = "", end] = found;
    cells.push(quoted === undefined ? unquoted : quoted.replaceAll('""', '"') + rest);
    line += whole.match(/\r\n?|\n/g)?.length ?? 0;
    if (end === separator) continue;
    if (cells.some((each) => each.trim() !== "")) rows.push({ line: begins, cells });
    if (cell.lastIndex >= plain.length) return { rows, unclosed: undefined };
    [cells, begins] = [[], line];
  }
}

/** A text as it was before {@link csvRow} kept it from being a formula. */
export function withFormulas(text: string): string {
  return text.replaceAll(/'(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n"'])\s*')/g, "");
}
