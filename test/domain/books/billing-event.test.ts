import { Ajv } from "ajv";
import formats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cloudEventOf } from "../../../src/domain/books/billing-event.ts";

/** The requirements of CloudEvents 1.0.2 for an event in JSON, from the schema in the specification. */
const CLOUD_EVENT = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 1 },
    source: { type: "string", minLength: 1, format: "uri-reference" },
    specversion: { type: "string", minLength: 1, const: "1.0" },
    type: { type: "string", minLength: 1 },
    datacontenttype: { type: "string", minLength: 1 },
    dataschema: { type: "string", minLength: 1, format: "uri" },
    subject: { type: "string", minLength: 1 },
    time: { type: "string", minLength: 1, format: "date-time" },
    data: { type: ["object", "string", "number", "array", "boolean", "null"] },
    data_base64: { type: "string", contentEncoding: "base64" },
  },
  // Attribute names are lower-case letters and digits.
  propertyNames: { pattern: "^(?:[a-z0-9]+|data_base64)$" },
  required: ["id", "source", "specversion", "type"],
};

const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
const validate = ajv.compile(CLOUD_EVENT);

const EVENT = {
  id: "invoice.issued:0193",
  companyId: "acme",
  invoiceId: "0193",
  counter: 42,
  occurredAt: "2026-11-20T09:30:00.000Z",
};
const NAMES = { source: "", type: "invoice.issued" };

test("an event has the attributes of CloudEvents, and everything that a meter needs", () => {
  expect(cloudEventOf(EVENT, NAMES)).toEqual({
    specversion: "1.0",
    id: "invoice.issued:0193",
    source: "/companies/acme",
    type: "invoice.issued",
    subject: "acme",
    time: "2026-11-20T09:30:00.000Z",
    datacontenttype: "application/json",
    data: { companyId: "acme", invoiceId: "0193", counter: 42 },
  });
});

test("the host names its source and its type", () => {
  const names = { source: "https://shop.example", type: "com.example.invoice.issued" };
  expect(cloudEventOf(EVENT, names)).toMatchObject({
    source: "https://shop.example/companies/acme",
    type: "com.example.invoice.issued",
  });
});

test("whatever a company's id is, the event is valid according to CloudEvents, and its source is unique", () => {
  const companyId = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((id) => id.isWellFormed() && !id.includes("\0"));
  const source = fc.constantFrom("", "https://shop.example", "urn:shop", "/eu/shop");
  const check = (one: string, other: string, base: string) => {
    const names = { ...NAMES, source: base };
    const [event, another] = [one, other].map((id) => cloudEventOf({ ...EVENT, companyId: id }, names));
    expect(validate(JSON.parse(JSON.stringify(event))), ajv.errorsText(validate.errors)).toBe(true);
    expect(event!.source === another!.source).toBe(one === other);
  };
  fc.assert(fc.property(companyId, companyId, source, check));
});

test("the schema rejects what CloudEvents does not allow", () => {
  const { source: _, ...without } = cloudEventOf(EVENT, NAMES);
  for (const change of [
    { source: "a b" },
    { time: "2026-11-20" },
    { specversion: "0.3" },
    { id: "" },
    { companyId: 1 },
  ]) {
    expect(validate({ ...cloudEventOf(EVENT, NAMES), ...change }), JSON.stringify(change)).toBe(false);
  }
  expect(validate(without)).toBe(false);
});
