import { comment, docstringOf, importsFor, typeOf, withLaw } from "./code.ts";
import { RECORDS, type RecordOfFields } from "./records.ts";

/** The files that declare the types of records, without those that only alias them. */
export function typeFiles(): string[] {
  return [...new Set(RECORDS.map(({ file }) => file))];
}

/** The interfaces of the records that belong into this file. */
export function typesOf(file: string): string {
  const records = RECORDS.filter((record) => record.file === file);
  const shapes = records
    .filter(({ alias }) => alias === undefined)
    .flatMap((record) => {
      return Object.values(record.own ?? record.fields).map(({ shape }) => shape);
    });
  const inherited = records.flatMap(({ inherits = [], alias = "" }) => [...inherits, alias]).join(" ");
  const names = RECORDS.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b(?!")`).test(inherited));
  return `${importsFor(`${file}.ts`, shapes, names)}\n${records.map(declarationOf).join("\n")}`;
}

function declarationOf(record: RecordOfFields): string {
  const { name, text, law, fields, own = fields, inherits, alias, only } = record;
  const doc = comment(withLaw(`${text}.`, law));
  if (alias !== undefined) return `${doc}export type ${name} = ${alias};\n`;
  const base = inherits === undefined ? "" : ` extends ${inherits.join(", ")}`;
  const isAsked = only !== "answers" && !name.endsWith("Document");
  const members = Object.entries(own).map(([key, field]) => {
    const type = typeOf(field.shape);
    const member = field.isOptional === true ? `${key}?: ${type} | undefined` : `${key}: ${type}`;
    return `${comment(docstringOf(field, isAsked), "  ")}  readonly ${member};\n`;
  });
  return `${doc}export interface ${name}${base} {\n${members.join("")}}\n`;
}
