import { Ajv } from "ajv";
import formats from "ajv-formats";
import { type BillingCloudEvent, createInvoicing, type DrainBillingOptions } from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";

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

/** The events of an invoice of each company, and the id of the last invoice. */
async function eventsOf(companies: readonly string[], names: Pick<DrainBillingOptions, "source" | "type"> = {}) {
  const invoicing = createInvoicing({ store: memoryStore(), clock: new TestClock("2026-11-20T09:30:00.000Z") });
  let invoiceId = "";
  for (const id of companies) {
    await invoicing.company(id).saveProfile(germanProfile());
    invoiceId = (await invoicing.company(id).issue(order())).id;
  }
  const events: BillingCloudEvent[] = [];
  await invoicing.drainBilling({ ...names, deliver: async (batch) => void events.push(...batch) });
  return { events, invoiceId };
}

test("an event has the attributes of CloudEvents, and everything that a meter needs", async () => {
  const { events, invoiceId } = await eventsOf(["acme"]);
  expect(events).toEqual([
    {
      specversion: "1.0",
      id: `invoice.issued:${invoiceId}`,
      source: "/companies/acme",
      type: "invoice.issued",
      subject: "acme",
      time: "2026-11-20T09:30:00.000Z",
      datacontenttype: "application/json",
      data: { companyId: "acme", invoiceId, counter: 1 },
    },
  ]);
});

test("the host names its source and its type", async () => {
  const names = { source: "https://shop.example", type: "com.example.invoice.issued" };
  const { events } = await eventsOf(["acme"], names);
  expect(events).toMatchObject([{ source: "https://shop.example/companies/acme", type: "com.example.invoice.issued" }]);
});

test("whatever a company's id is, the event is valid according to CloudEvents, and its source is unique", async () => {
  const companyId = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((id) => id.isWellFormed() && !id.includes("\0") && id.length <= 200 && id.trim() !== "");
  const source = fc.constantFrom("", "https://shop.example", "urn:shop", "/eu/shop");
  const check = async (one: string, other: string, base: string) => {
    const { events } = await eventsOf(one === other ? [one] : [one, other], { source: base });
    for (const event of events)
      expect(validate(JSON.parse(JSON.stringify(event))), ajv.errorsText(validate.errors)).toBe(true);
    expect(new Set(events.map((event) => event.source)).size).toBe(one === other ? 1 : 2);
  };
  await fc.assert(fc.asyncProperty(companyId, companyId, source, check));
});

test("the schema rejects what CloudEvents does not allow", async () => {
  const [event] = (await eventsOf(["acme"])).events;
  const { source: _, ...without } = event!;
  for (const change of [
    { source: "a b" },
    { time: "2026-11-20" },
    { specversion: "0.3" },
    { id: "" },
    { companyId: 1 },
  ]) {
    expect(validate({ ...event, ...change }), JSON.stringify(change)).toBe(false);
  }
  expect(validate(without)).toBe(false);
});
