import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/** SQL as it stands in a source file: a string or a template, without what is inserted into it. */
export interface WrittenSql {
  /** File and line. */
  readonly place: string;
  /** The texts around what is inserted, with single spaces. */
  readonly parts: readonly string[];
}

const SQL = /\b(?:SELECT|INSERT INTO|UPDATE \S|DELETE FROM)/;
/** The text with every run of white space as one space. */
export const singleSpaced = (text: string) => text.replace(/\s+/g, " ").trim();

/** All SQL in the TypeScript files under `folder`. */
export function sqlInSources(folder: string): WrittenSql[] {
  return textsInSources(folder).filter(({ parts }) => parts.some((text) => SQL.test(text)));
}

/** All strings and templates in the TypeScript files under `folder`: also pieces of SQL, and messages. */
export function textsInSources(folder: string): WrittenSql[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const path = join(folder, file);
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    const found: WrittenSql[] = [];
    const visit = (node: ts.Node): void => {
      const texts = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
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

/** Whether `text` contains the SQL, with anything at all in the places of what is inserted. */
export function contains(text: string, { parts }: WrittenSql): boolean {
  const whole = singleSpaced(text);
  let from = 0;
  for (const part of parts) {
    const at = whole.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
