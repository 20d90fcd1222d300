/** A parsed `CREATE TABLE` statement, from a script or from a database's catalogue. */
export interface TableText {
  readonly name: string;
  /** Its columns and constraints, each with single spaces and without comments. */
  readonly pieces: readonly string[];
  /** The text after the closing parenthesis. */
  readonly options: string;
}

/** Parses `CREATE TABLE name ( … ) …`. For any other text, the result matches no table of the scripts. */
export function readTable(sql: string): TableText {
  const text = withoutComments(sql);
  const [begin, end] = [text.indexOf("("), text.lastIndexOf(")")];
  const name = plainName(text.slice(0, begin).trim().split(/\s+/).at(-1) ?? "");
  return { name, pieces: splitPieces(text.slice(begin + 1, end)), options: singleSpaced(text.slice(end + 1)) };
}

/** Splits at the commas outside parentheses and quotes. Each piece has single spaces. */
export function splitPieces(body: string): string[] {
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

/** The name without its schema and without quotes. */
function plainName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).replaceAll('"', "");
}

function withoutComments(sql: string): string {
  return sql.replace(/('(?:[^']|'')*')|--.*$/gm, (_, text: string | undefined) => text ?? "");
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
