import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "faktura/http";
import { expect, test } from "vitest";
import { ALL_FORMATS } from "../support/formats.ts";
import { apiDocument, compilerOf, faultsOf, newValidator } from "./documented.ts";

/** What OpenAPI's own schema of 3.1 has against a document; `undefined` when nothing. */
async function faultsIn(document: object): Promise<unknown> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>);
  expect(validator.version).toBe("3.1");
  return valid ? undefined : errors;
}

test("the document is valid by the schema of OpenAPI 3.1", async () => {
  expect(await faultsIn(openApiDocument())).toBeUndefined();
  expect(await faultsIn(openApiDocument({ extended: true, formats: ALL_FORMATS }))).toBeUndefined();
  expect(await faultsIn(openApiDocument({ serverUrl: "https://api.example.com/accounting" }))).toBeUndefined();
});

test("what OpenAPI does not know is noticed", async () => {
  const { info: _, ...untitled } = openApiDocument();
  const { company, ...others } = { company: apiDocument.paths["/company"]!["get"]!, ...apiDocument.paths };
  const { responses: __, ...unanswered } = company;
  for (const wrong of [
    untitled,
    { ...apiDocument, paths: { ...others, "/company": { get: { ...unanswered, responses: { done: {} } } } } },
    { ...apiDocument, paths: { ...others, company: { get: company } } },
  ]) {
    expect(await faultsIn(wrong)).toBeDefined();
  }
});

const components = Object.entries(apiDocument.components.schemas) as [string, { examples?: unknown[] }][];
const parameters = Object.values(apiDocument.paths)
  .flatMap(Object.values)
  .flatMap(({ parameters }) => parameters);

/** One for all schemas: making a validator takes longer than compiling most of them. */
const validator = newValidator();
const compiled = compilerOf(apiDocument.components.schemas);

test.each(components)("the schema of %s is JSON Schema 2020-12 without a word or format that is unknown", (name) => {
  expect(compiled(name)).toBeTypeOf("function");
});

test("so are those of the parameters", () => {
  expect(parameters.length).toBeGreaterThan(10);
  for (const { schema } of parameters) expect(validator.compile(schema)).toBeTypeOf("function");
});

test("every example is valid for the schema beside it", () => {
  let examples = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { examples: given, ...schema } = node as { examples?: unknown };
    if (Array.isArray(given) && ("type" in schema || "anyOf" in schema)) {
      const validate = validator.compile(schema);
      examples += given.length;
      for (const example of given) expect(faultsOf(validate, example)).toEqual([]);
    }
    Object.values(node).forEach(visit);
  };
  visit(apiDocument.components.schemas);
  visit(parameters);
  expect(examples).toBeGreaterThan(10);
});
