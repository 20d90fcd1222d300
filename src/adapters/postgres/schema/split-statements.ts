/** Comment, string, quoted name, body in dollar quotes, or the end of a statement. */
const TOKENS = /--.*$|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/gm;

/** The statements of a script, without the semicolons between them and without the comments before them. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: token, index } of script.matchAll(TOKENS)) {
    if (token !== ";") continue;
    statements.push(script.slice(from, index));
    from = index + 1;
  }
  return [...statements, script.slice(from)]
    .map((statement) => statement.replace(/^(?:\s+|--.*\n)+/, "").trimEnd())
    .filter((statement) => statement !== "");
}
