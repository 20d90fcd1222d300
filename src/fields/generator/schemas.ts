import type { Field, Shape } from "../field.ts";
import { comment, descriptionOf, formatOf, recordOf, strings, variable } from "./code.ts";
import { namesOf, RECORDS, type RecordOfFields } from "./records.ts";

/** Where a value is checked: in a request, or in an answer, which is only described. */
type Side = "requests" | "answers";

/** The zod schemas of all records that requests or answers have, and their names in the OpenAPI document. */
export function schemasOf(): string {
  const records = RECORDS.filter(({ name, component }) => !name.endsWith("Document") && component !== false);
  const written = new Map<string, string>();
  const bodies = records.map((record) => schemaOf(record, written)).join("\n");
  const used = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => new RegExp(`\\b${name}\\b`).test(bodies)).sort();
  const fieldSchemas = used([...FIELD_SCHEMAS, "choice", "decimal", "pattern", "text"]);
  const checks = used(
    RECORDS.flatMap(({ check, fields }) => [check ?? "", ...Object.values(fields).map(checkOfList)]).filter(Boolean),
  );
  return `import { z } from "zod";
import { ${checks.join(", ")} } from "../checks.ts";
import { ${fieldSchemas.join(", ")} } from "../fields.ts";
import { lazy } from "../lazy.ts";

${bodies}
/** The schemas that have a name in every OpenAPI document. */
export const COMPONENTS = new Map<() => z.ZodType, string>([
${components(records.filter((record) => !isOfCredits(record)))}]);

/** The schemas that only a handler with \`extended: true\` has. */
export const EXTENDED_COMPONENTS = new Map<() => z.ZodType, string>([
${components(records.filter(isOfCredits))}]);
`;
}

function isOfCredits({ file }: RecordOfFields): boolean {
  return file.endsWith("/credit-note");
}

function components(records: readonly RecordOfFields[]): string {
  return records.map(({ name, component = name }) => `  [${variable(name)}Schema, "${component}"],\n`).join("");
}

const FIELD_SCHEMAS = [
  ...new Set(
    RECORDS.flatMap(({ fields }) => Object.values(fields))
      .map(({ shape }) => (shape.kind === "list" ? shape.of : shape))
      .filter((shape) => shape.kind === "format")
      .map(({ name }) => name),
  ),
];

function checkOfList({ shape }: Field): string {
  return shape.kind === "list" ? (shape.check ?? "") : "";
}

/**
 * The schema of a record. A member that an earlier record has with the same schema is taken from that one: `written` has
 * the position of each member by its code, and gets those of this record.
 */
function schemaOf(record: RecordOfFields, written: Map<string, string>): string {
  const { name, text, fields, only, check } = record;
  const side: Side = only === "answers" ? "answers" : "requests";
  const object = `${variable(name)}${check === undefined ? "Schema" : "Fields"}`;
  const members = Object.entries(fields).map(([key, field]) => {
    const code = `${key}: ${memberOf(field, side)}`;
    const earlier = written.get(code);
    if (earlier !== undefined) return `  ${key}: ${earlier}().shape.${key},\n`;
    written.set(code, object);
    return `  ${code},\n`;
  });
  const schema = `lazy(() => z.${side === "requests" ? "strictObject" : "object"}({\n${members.join("")}}))`;
  const doc = comment(`${text}.`);
  if (check === undefined) return `${doc}export const ${object} = ${schema};\n`;
  return (
    `${comment(`The fields of {@link ${variable(name)}Schema}, not compared with each other.`)}` +
    `export const ${object} = ${schema};\n\n` +
    `${doc}export const ${variable(name)}Schema = lazy(() => ${object}().superRefine(${check}));\n`
  );
}

function memberOf(field: Field, side: Side): string {
  const { shape, isOptional, examples } = field;
  const description = JSON.stringify(descriptionOf(field, side === "requests"));
  const meta = [`description: ${description}`];
  if (examples !== undefined) meta.push(`examples: ${JSON.stringify(examples)}`);
  const limits = limitsOf(shape);
  const value = zodOf(shape, side) + (limits === "" ? "" : `.meta({ ${limits} })`);
  return `${value}${isOptional === true ? ".optional()" : ""}.meta({ ${meta.join(", ")} })`;
}

/** The fields that need manual VAT, which the check of an order looks at. */
export function manualFieldsFile(): string {
  const manual = (name: string) => strings(namesOf(recordOf(name).fields, ({ isManual }) => isManual === true));
  return `/** The fields of an order that are only allowed with \`autoVat: false\`. */
export const MANUAL_FIELDS = [
${manual("InvoiceOrder")}] as const;

/** Those of its lines. */
export const MANUAL_LINE_FIELDS = [
${manual("OrderItem")}] as const;

/** Those of its allowances and charges. */
export const MANUAL_ALLOWANCE_FIELDS = [
${manual("DocumentAllowance")}] as const;
`;
}

/** Limits that zod cannot express in JSON Schema itself. */
function limitsOf(shape: Shape): string {
  if (shape.kind !== "number") return "";
  const { above, not, isChecked, min, max } = shape;
  const limits = [
    ...(above === undefined ? [] : [`exclusiveMinimum: ${above}`]),
    ...(not === undefined ? [] : [`not: { const: ${not} }`]),
    ...(isChecked === true && min !== undefined ? [`minimum: ${min}`] : []),
    ...(isChecked === true && max !== undefined ? [`maximum: ${max}`] : []),
  ];
  return limits.join(", ");
}

export function zodOf(shape: Shape, side: Side): string {
  switch (shape.kind) {
    case "text":
      return side === "requests" ? `text(${shape.max})` : "z.string()";
    case "pattern":
      return side === "requests" ? `pattern(${shape.form}, ${JSON.stringify(shape.says)})` : "z.string()";
    case "choice":
      return `choice([${shape.of.map((code) => JSON.stringify(code)).join(", ")}])`;
    case "boolean":
      return "z.boolean()";
    case "literal":
      return `z.literal(${shape.value})`;
    case "position":
      return side === "requests" ? `z.int().min(1).max(${shape.max})` : "z.int()";
    case "count":
      return "z.int()";
    case "number":
      return side === "requests" ? numberOf(shape) : "z.number()";
    case "record":
      return `${variable(shape.name)}Schema()`;
    case "format": {
      const schema = side === "answers" && formatOf(shape).type === undefined ? "z.string()" : `${shape.name}()`;
      return schema + (shape.isNullable === true ? ".nullable()" : "");
    }
    case "list": {
      const array = `z.array(${zodOf(shape.of, side)})`;
      if (side === "answers") return array;
      return `${array}${entriesOf(shape)}${shape.check === undefined ? "" : `.superRefine(${shape.check})`}`;
    }
  }
}

/** How many entries a list has, as the end of its schema. */
function entriesOf(shape: Shape): string {
  return shape.kind === "list" ? `.min(1).max(${shape.max})` : "";
}

function numberOf({ min, max, above, not, isChecked }: Extract<Shape, { kind: "number" }>): string {
  if (isChecked === true) return "decimal()";
  const refined = (operator: string, limit: number | undefined, error: string) =>
    limit === undefined ? "" : `.refine((value) => value ${operator} ${limit}, { error: "must ${error} ${limit}" })`;
  const [lowest, highest] = [min === undefined ? "" : `.min(${min})`, max === undefined ? "" : `.max(${max})`];
  return `decimal()${lowest}${highest}${refined(">", above, "be above")}${refined("!==", not, "not be")}`;
}
