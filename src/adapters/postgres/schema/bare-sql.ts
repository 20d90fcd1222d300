/**
 * Normalises SQL, so that an expression can be compared with how PostgreSQL prints it. It drops casts of constants,
 * redundant parentheses, quotes around names and the catalogue's own schema, and rewrites `IN`. It keeps grouping, values
 * and casts of columns, so two texts with the same result mean the same. It only knows the precedence that the library's
 * guards need: `AND` binds tighter than `OR`, and everything else tighter than `AND`.
 */
export function bareSql(sql: string): string {
  const text = sql.replaceAll("pg_catalog.", "").replace(/ IN \(([^()]*)\)/g, " = ANY (ARRAY[$1])");
  const groups: string[][] = [[]];
  for (const [token] of text.matchAll(TOKENS)) {
    const pieces = groups.at(-1)!;
    if (token === "(") groups.push([]);
    else if (token === ")" && groups.length > 1) groups.at(-2)!.push(grouped(groups.pop()!));
    else if (!(token.startsWith("::") && /^['\d]/.test(pieces.at(-1) ?? ""))) pieces.push(plain(token));
  }
  return groups.map(grouped).join(" ");
}

/** String, quoted name, cast, word or operator; otherwise a single character. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|::"?\w+"?(?:\[\])?|\w+|[<>=!~]+|\S/g;

/** The contents of a pair of parentheses, in parentheses only if they group anything. */
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
