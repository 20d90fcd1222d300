import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type HttpHandler, openApiDocument } from "faktura/http";
import { expect } from "vitest";
import { ALL_FORMATS } from "../support/formats.ts";

/** What the OpenAPI document says, as far as these tests read it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly scheme: string }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface DocumentedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly required: boolean; readonly schema: { type: string } }>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: { readonly $ref?: string; readonly type?: string } }>>;

/** The document of a handler that also serves credit notes and payments. */
export const apiDocument = openApiDocument({ extended: true, formats: ALL_FORMATS }) as unknown as ApiDocument;

/** The document of the six endpoints alone. */
export const sixDocument = openApiDocument() as unknown as ApiDocument;

const { default: addFormats } = formats;

/** A validator of JSON Schema 2020-12 that is not the one the schemas are written with; formats count. */
export function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats(ajv);
  return ajv;
}

/** Compiles a document's schemas by their names; they may refer to each other. */
export function compilerOf(schemas: unknown): (name: string) => ValidateFunction {
  const ajv = newValidator().addKeyword("components");
  ajv.addSchema({ $id: "urn:faktura:document", components: { schemas } });
  return (name) => ajv.getSchema(`urn:faktura:document#/components/schemas/${name}`) as ValidateFunction;
}

/** The document's schemas, with every object closed: an answer may hold nothing that is not documented. */
const closedSchema = compilerOf(closed(apiDocument.components.schemas));

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  return inner["type"] === "object" ? { additionalProperties: false, ...inner } : inner;
}

/** What is wrong with `value` as the component `name` of the document; empty when nothing is. */
export function faultsAs(name: string, value: unknown): readonly string[] {
  return faultsOf(closedSchema(name), value);
}

/** What is wrong with `value`; empty when nothing is. */
export function faultsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** The operation that serves a path below the base path, and the path as the document writes it. */
export function operationFor(method: string, path: string): Operation | undefined {
  const exact = apiDocument.paths[path];
  if (exact !== undefined) return exact[method.toLowerCase()];
  for (const [template, operations] of Object.entries(apiDocument.paths)) {
    const shape = new RegExp(`^${template.replace("{id}", "[^/]+")}$`);
    if (shape.test(path)) return operations[method.toLowerCase()];
  }
  return undefined;
}

/** Faults that come before an operation is found, and so stand at none of them. */
const BEFORE_ROUTING: Readonly<Record<string, string>> = {
  "400 invalid_host": "InvalidHost",
  "404 route_not_found": "RouteNotFound",
  "405 method_not_allowed": "MethodNotAllowed",
};

/** What servers add to any answer, and `Cache-Control`, which every answer of the handler has. */
const OF_EVERY_ANSWER =
  /^(?:cache-control|x-request-id|connection|content-(?:encoding|length|type)|date|keep-alive|transfer-encoding|vary|x-powered-by)$/;

/** Holds an answer against the document: status, media type, headers, every field of JSON, and for a failure its code. */
export function expectDocumented(method: string, path: string, response: Response, body: unknown): void {
  const { status, headers } = response;
  const code = (body as { code?: string } | undefined)?.code;
  const beforeRouting = BEFORE_ROUTING[`${status} ${code}`];
  const documented = beforeRouting
    ? apiDocument.components.responses[beforeRouting]
    : operationFor(method, path)?.responses[String(status)];
  expect(documented, `${method} ${path} answers ${status}, which the document does not say`).toBeDefined();
  const mediaType = headers.get("Content-Type");
  const content = documented!.content ?? {};
  expect(Object.keys(content)).toEqual(mediaType === null ? [] : [mediaType]);
  const schema = content[mediaType ?? ""]?.schema;
  const name = schema?.$ref?.split("/").at(-1);
  if (name !== undefined) expect(faultsAs(name, body), `${method} ${path} as ${name}`).toEqual([]);
  else expect(schema).toEqual(mediaType === null ? undefined : { type: "string", contentMediaType: mediaType });
  if (status >= 400) expect(documented!.description, `codes of ${status}`).toContain(`\`${code}\``);
  expect(faultsOfHeaders(headers, documented!), `headers of ${method} ${path}, ${status}`).toEqual([]);
}

const headerSchemas = newValidator();

function faultsOfHeaders(headers: Headers, { headers: documented = {} }: DocumentedResponse): string[] {
  const names = Object.keys(documented).map((name) => name.toLowerCase());
  const undocumented = [...headers.keys()].filter((name) => !names.includes(name) && !OF_EVERY_ANSWER.test(name));
  const wrong = Object.entries(documented).flatMap(([name, { required, schema }]) => {
    const text = headers.get(name);
    if (text === null) return required ? [`${name} is missing`] : [];
    const value = schema.type === "integer" ? Number(text) : text;
    return faultsOf(headerSchemas.compile(schema), value).map((fault) => `${name}${fault}`);
  });
  return [...undocumented.map((name) => `${name} is not documented`), ...wrong];
}

/** The handler, with each of its answers held against the document; rejects where one is not as documented. */
export function holdingToDocument(handle: HttpHandler, basePath: string): HttpHandler {
  return async (request) => {
    const response = await handle(request);
    const path = request.url.replace(/^[a-z]+:\/\/[^/?#]*|[?#].*$/gis, "");
    const body = jsonOf(response, await response.clone().text());
    expectDocumented(request.method, path.startsWith(basePath) ? path.slice(basePath.length) : path, response, body);
    return response;
  };
}

/** The body of an answer in JSON; `undefined` of a file, and where there is none. */
export function jsonOf({ headers }: Response, text: string): unknown {
  return /\bjson$/.test(headers.get("Content-Type") ?? "") ? JSON.parse(text) : undefined;
}
