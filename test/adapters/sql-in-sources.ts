import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/** A text of a source file, such as SQL: a string or a template, without what is inserted into it. */
export interface WrittenSql {
  /** File and line. */
  readonly place: string;
  /** The texts around what is inserted, with single spaces. */
  readonly parts: readonly string[];
}

/** What follows what is inserted, with the schema of built-in functions if that is inserted. */
function textAfter({ expression, literal }: ts.TemplateSpan): string {
  return `${expression.getText() === "builtIn" ? "pg_catalog." : ""}${literal.text}`;
}

/** The text with every run of white space as one space. */
const singleSpaced = (text: string) => text.replace(/\s+/g, " ").trim();

/** All strings and templates in the TypeScript files under `folder`: also pieces of SQL, and messages. */
export function textsInSources(folder: string): WrittenSql[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const path = join(folder, file);
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    const found: WrittenSql[] = [];
    const visit = (node: ts.Node): void => {
      const texts = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(textAfter)]
        : ts.isStringLiteralLike(node)
          ? [node.text]
          : [];
      const parts = texts.map(singleSpaced).filter(Boolean);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (parts.length > 0) found.push({ place: `${relative(folder, path)}:${line + 1}`, parts });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
