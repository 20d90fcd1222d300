import type { Field, Fields, Shape } from "../field.ts";
import { NATIONAL_LINE, NATIONAL_ORDER, NATIONAL_PROFILE } from "../national.ts";
import { recordOf } from "./code.ts";

/** A field of the panel's forms, as `src/panel/national-field.ts` describes it. */
type Row = Readonly<Record<string, unknown>>;

/** The national fields that the panel's forms have, in the order of the rows: `national-fields.ts` of the panel. */
export function nationalFieldsFile(): string {
  const forms = {
    profile: rowsOf(NATIONAL_PROFILE),
    client: rowsOf(NATIONAL_ORDER, ({ repeatedWith }) => repeatedWith === "client"),
    order: rowsOf(NATIONAL_ORDER, ({ repeatedWith }) => repeatedWith !== "client"),
    line: rowsOf(NATIONAL_LINE),
  };
  const parts = Object.entries(forms).map(([form, states]) => {
    const lines = Object.entries(states).map(([state, rows]) => {
      return `    ${state}: [\n${rows.map((row) => `      ${JSON.stringify(row)},\n`).join("")}    ],\n`;
    });
    return `  ${form}: {\n${lines.join("")}  },\n`;
  });
  return [
    'import type { NationalFields } from "../national-field.ts";\n\n',
    "/** The fields that only one state's documents need, by form and state. */\n",
    `export const NATIONAL_FIELDS: NationalFields = {\n${parts.join("")}};\n`,
  ].join("");
}

/** The fields of each state's record that are wanted; without the states that have none. */
function rowsOf(states: Fields, isWanted: (field: Field) => boolean = () => true): Record<string, Row[]> {
  const rows = Object.entries(states).map(([state, { shape }]) => {
    const wanted = Object.entries(fieldsOf(shape)).filter(([, field]) => isWanted(field));
    return [state, wanted.flatMap(([name, field]) => rowsOfField(name, field, field.repeatedWith === "sale"))] as const;
  });
  return Object.fromEntries(rows.filter(([, own]) => own.length > 0));
}

/** A field is one row, a record one for each of its fields, and a list those of an entry. */
function rowsOfField(path: string, field: Field, isOfSale: boolean): Row[] {
  const { shape, text } = field;
  if (shape.kind === "list") {
    const entry = { ...field, shape: shape.of };
    return rowsOfField(`${path}/#`, entry, isOfSale).map((row) => ({ ...row, most: shape.max }));
  }
  if (shape.kind === "record") {
    return Object.entries(fieldsOf(shape)).flatMap(([name, each]) => rowsOfField(`${path}/${name}`, each, isOfSale));
  }
  return [{ path, ...kindOf(shape), text, ...(isOfSale && { isOfSale }) }];
}

function fieldsOf(shape: Shape): Fields {
  if (shape.kind !== "record") throw new TypeError(`the panel has no field for a ${shape.kind} of national values`);
  return recordOf(shape.name).fields;
}

/** How it is typed, and what limits it. */
function kindOf(shape: Shape): Row {
  switch (shape.kind) {
    case "boolean":
      return { kind: "yes-no" };
    case "choice":
      return { kind: "choice", options: shape.of };
    case "text":
      return { kind: "text", max: shape.max };
    case "pattern":
      return { kind: "text" };
    case "format":
      return { kind: shape.name === "calendarDay" ? "day" : "text" };
    default:
      return { kind: "number" };
  }
}
