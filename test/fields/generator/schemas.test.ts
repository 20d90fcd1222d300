import { expect, test } from "vitest";
import { number } from "../../../src/fields/field.ts";
import { generatedFiles } from "../../../src/fields/generator/files.ts";
import { RECORDS } from "../../../src/fields/generator/records.ts";
import { zodOf } from "../../../src/fields/generator/schemas.ts";

test.each([
  [number({ min: 0 }), "decimal().min(0)"],
  [number({ max: 5 }), "decimal().max(5)"],
  [number({ min: 0, max: 5 }), "decimal().min(0).max(5)"],
  [number({ above: 0, max: 5 }), 'decimal().max(5).refine((value) => value > 0, { error: "must be above 0" })'],
  [number({ min: 0, max: 5, isChecked: true }), "decimal()"],
])("each limit of %j is one of its schema", (shape, schema) => {
  expect(zodOf(shape, "requests")).toBe(schema);
});

test("what the absence of a field means is said somewhere", () => {
  const texts = [...generatedFiles().values()].join("\n").replace(/\n +\* /g, " ");
  const meanings = RECORDS.flatMap(({ fields }) => Object.values(fields)).flatMap(({ absent }) => absent ?? []);
  expect(meanings.filter((meaning) => !texts.includes(`Absent: ${meaning}`))).toEqual([]);
});
