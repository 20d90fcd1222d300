/** A table as a script creates it, or as a database keeps the script. */
export interface TableText {
  readonly name: string;
  /** Its columns and constraints, each with single blanks and no comment. */
  readonly pieces: readonly string[];
  /** What stands behind them. */
  readonly options: string;
}

/** Reads `CREATE TABLE name ( … ) …`. Whatever else it is given comes out as no table that a script makes. */
export function readTable(sql: string): TableText {
  const text = withoutComments(sql);
  const [begin, end] = [text.indexOf("("), text.lastIndexOf(")")];
  const name = plainName(text.slice(0, begin).trim().split(/\s+/).at(-1) ?? "");
  return { name, pieces: piecesOf(text.slice(begin + 1, end)), options: singleSpaced(text.slice(end + 1)) };
}

/** Splits at the commas that stand in no parentheses and in no text. */
function piecesOf(body: string): string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: token, index } of body.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (token === "," && depth === 0) {
      pieces.push(body.slice(from, index));
      from = index + 1;
    }
  }
  return [...pieces, body.slice(from)].map(singleSpaced);
}

/** The name without its schema and its quotes. */
function plainName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).replaceAll('"', "");
}

function withoutComments(sql: string): string {
  return sql.replace(/('(?:[^']|'')*')|--.*$/gm, (_, text: string | undefined) => text ?? "");
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
