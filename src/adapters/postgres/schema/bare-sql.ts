/**
 * SQL without what PostgreSQL adds or writes in its own way when it prints an expression: casts of constants, needless
 * parentheses, quotes around names, `IN`. Two texts that are equal here mean the same: grouping, values and the casts
 * of columns are kept. The grouping is read as far as the library's own guards need it, which is `OR` over `AND` over
 * all else.
 */
export function bareSql(sql: string): string {
  const text = sql.replace(/ IN \(([^()]*)\)/g, " = ANY (ARRAY[$1])");
  const groups: string[][] = [[]];
  for (const [token] of text.matchAll(TOKENS)) {
    const pieces = groups.at(-1)!;
    if (token === "(") groups.push([]);
    else if (token === ")" && groups.length > 1) groups.at(-2)!.push(grouped(groups.pop()!));
    else if (!(token.startsWith("::") && /^['\d]/.test(pieces.at(-1) ?? ""))) pieces.push(plain(token));
  }
  return groups.map(grouped).join(" ");
}

/** Text, quoted name, cast, word, operator; else a character. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|::"?\w+"?(?:\[\])?|\w+|[<>=!~]+|\S/g;

/** What a pair of parentheses holds; with parentheses of its own where they group anything. */
function grouped(pieces: readonly string[]): string {
  for (const operator of ["or", "and"]) {
    if (pieces.includes(operator)) return `(${operands(pieces, operator).map(grouped).join(` ${operator} `)})`;
  }
  return pieces.length === 1 ? pieces[0]! : `(${pieces.join(" ")})`;
}

function operands(pieces: readonly string[], operator: string): string[][] {
  const found: string[][] = [[]];
  for (const piece of pieces) {
    if (piece === operator) found.push([]);
    else found.at(-1)!.push(piece);
  }
  return found;
}

function plain(token: string): string {
  if (token.startsWith("'")) return token;
  return token.replaceAll('"', "").toLowerCase();
}
