import { openApiDocument } from "faktura/http";
import { expect } from "vitest";
import { z } from "zod";

/** What the OpenAPI document says, as far as these tests read it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly scheme: string }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;

export const apiDocument = openApiDocument() as unknown as ApiDocument;

/** The document's schemas, with every object closed: an answer may hold nothing that is not documented. */
const definitions = JSON.parse(
  JSON.stringify(closed(apiDocument.components.schemas)).replaceAll("#/components/schemas/", "#/$defs/"),
) as Record<string, object>;

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  return inner["type"] === "object" ? { additionalProperties: false, ...inner } : inner;
}

const validators = new Map<string, z.ZodType>();

/** What is wrong with `value` as the component `name` of the document; empty when nothing is. */
export function faultsAs(name: string, value: unknown): readonly string[] {
  let validator = validators.get(name);
  if (validator === undefined) {
    const schema = { $defs: definitions, $ref: `#/$defs/${name}` };
    validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    validators.set(name, validator);
  }
  const result = validator.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `/${path.join("/")}: ${message}`);
}

/** The operation that serves a path below the base path, and the path as the document writes it. */
export function operationFor(method: string, path: string): Operation | undefined {
  for (const [template, operations] of Object.entries(apiDocument.paths)) {
    const shape = new RegExp(`^${template.replace("{id}", "[^/]+")}$`);
    if (shape.test(path)) return operations[method.toLowerCase()];
  }
  return undefined;
}

/** Faults that come before an operation is found, and so stand at none of them. */
const BEFORE_ROUTING: Readonly<Record<number, string>> = { 404: "route_not_found", 405: "method_not_allowed" };

/** Holds an answer against the document: status, media type, every field, and for a failure its code. */
export function expectDocumented(method: string, path: string, response: Response, body: unknown): void {
  const mediaType = response.headers.get("Content-Type");
  const operation = operationFor(method, path);
  const code = (body as { code?: string } | undefined)?.code;
  if (!response.ok && code === BEFORE_ROUTING[response.status]) {
    expect(mediaType).toBe("application/problem+json");
    expect(faultsAs("Problem", body)).toEqual([]);
    return;
  }
  const documented = operation?.responses[String(response.status)];
  expect(documented, `${method} ${path} answers ${response.status}, which the document does not say`).toBeDefined();
  expect(Object.keys(documented!.content)).toEqual([mediaType]);
  const name = documented!.content[mediaType!]!.schema.$ref.split("/").at(-1)!;
  expect(faultsAs(name, body), `${method} ${path} as ${name}`).toEqual([]);
  if (!response.ok) expect(documented!.description, `codes of ${response.status}`).toContain(`\`${code}\``);
}
