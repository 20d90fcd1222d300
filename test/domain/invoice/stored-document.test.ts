/**
 * Goal: what is wrong with a stored text is found at its place, and what is sound stays as it is.
 * Method: the smallest document of the panel's guide and the golden invoices; each of their fields is taken out or given
 * another type.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOCUMENT_SHAPES } from "../../../src/domain/invoice/generated/document-shapes.ts";
import { faultsIn, parseStored, readStored, type StoredContents } from "../../../src/domain/invoice/stored-document.ts";
import { describeFaults } from "../../../src/domain/invoice/stored-shape.ts";
import { ROOT, readPage } from "../../docs/pages.ts";

type Json = { [name: string]: unknown };

const SMALLEST = /```json\n([^`]*)```/.exec(readPage("docs/guide/panel.md"))![1]!;
const smallest = (): Json => JSON.parse(SMALLEST);

function faultsOf(document: unknown, kind: keyof StoredContents = "invoice.issued"): string[] {
  const { faults } = readStored(kind, typeof document === "string" ? document : JSON.stringify(document));
  return faults.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

/** The places of all fields in a document, such as `["items", "0", "netAmount"]`. */
function placesIn(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(Array.isArray(value) ? [] : [[...place, name]]),
    ...placesIn(member, [...place, name]),
  ]);
}

/** The document with another value in that place; without the field if the value is `undefined`. */
function changed(document: Json, place: readonly string[], value: unknown): Json {
  const copy = structuredClone(document);
  const parent = place.slice(0, -1).reduce<Json>((each, name) => each[name] as Json, copy);
  parent[place.at(-1)!] = value;
  return copy;
}

function valueAt(document: Json, place: readonly string[]): unknown {
  return place.reduce<unknown>((each, name) => (each as Json)[name], document);
}

const otherType = (value: unknown) => (Array.isArray(value) ? "x" : [5]);

const golden = readdirSync(join(ROOT, "test/golden"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => [file, JSON.parse(readFileSync(join(ROOT, "test/golden", file), "utf8"))] as const)
  .map(([file, { invoice }]) => [file, { documentVersion: 1, ...(invoice as Json) }] as const);

test("the smallest document has no fault, and lacks whatever is taken out of it", () => {
  expect(faultsOf(SMALLEST)).toEqual([]);
  const places = placesIn(smallest());
  expect(places).toHaveLength(34);
  for (const place of places) {
    const pointer = `/${place.join("/")}`;
    expect(faultsOf(changed(smallest(), place, undefined))).toEqual([`${pointer} is missing`]);
  }
});

test.each(golden)("the invoice of %s is sound, and a field with another type is named", (_, document) => {
  expect(faultsOf(document)).toEqual([]);
  const { status, amountPaid, amountDue, creditedTotal, cancelledAt, ...stored } = document as Json;
  for (const place of placesIn(stored).filter((each) => !["metadata", "warnings"].includes(each[0]!))) {
    const pointer = `/${place.join("/")}`;
    const [fault, ...others] = faultsOf(changed(stored, place, otherType(valueAt(stored, place))));
    expect(others, pointer).toEqual([]);
    expect(fault, pointer).toMatch(new RegExp(`^${pointer} must be (a|an|one of|true or) `));
  }
});

test("each record that a document can contain has a golden invoice, or is one of credit notes", () => {
  const names = Object.keys(DOCUMENT_SHAPES).filter(
    (name) => !name.startsWith("Credit") && name !== "CorrectedInvoice",
  );
  const sound = JSON.stringify(golden);
  const parts = names.map((name) =>
    Object.values(DOCUMENT_SHAPES[name as "Address"])
      .join(" ")
      .split(" "),
  );
  for (const fields of parts)
    expect(
      fields.some((field) => sound.includes(`"${field}":`)),
      fields.join(),
    ).toBe(true);
});

test.each([
  ["text", { clientName: 5 }, "/clientName must be a string"],
  ["an amount that is no finite number", { total: "1e999" }, "/total must be a number"],
  ["a day that there is not", { issueDate: "2026-02-30" }, "/issueDate must be a calendar day (YYYY-MM-DD)"],
  [
    "another type of document",
    { documentType: "381" },
    "/documentType must be one of 380, 383, 384, 386, 326, 393, 875, 876, 877, 389",
  ],
  ["another version", { documentVersion: 2 }, "/documentVersion must be one of 1"],
  ["null in place of an absent field", { dueDate: null }, "/dueDate must be a calendar day (YYYY-MM-DD)"],
  [
    "a rate that converts nothing",
    { exchangeRate: { rate: 0, date: "2026-11-20", source: "x" } },
    "/exchangeRate/rate must be a number above 0",
  ],
  ["a list that is none", { items: {} }, "/items must be an array"],
  ["a record that is none", { seller: [] }, "/seller must be an object"],
  ["metadata with a number", { metadata: { a: 1 } }, "/metadata must be an object of strings"],
  [
    "a warning without its detail",
    { warnings: [{ code: "x" }] },
    "/warnings/0 must be a warning with a code and a detail",
  ],
  [
    "gross prices without gross amounts",
    { prices: "gross" },
    "/items/0/unitPriceGross is missing; /items/0/grossAmount is missing",
  ],
])("%s is a fault", (_, changes, faults) => {
  const text = JSON.stringify({ ...smallest(), ...changes }).replace('"1e999"', "1e999");
  expect(describeFaults(readStored("invoice.issued", text).faults)).toBe(faults);
});

test("faulty optional fields are left out at any depth, and all else is kept", () => {
  const [item] = smallest()["items"] as Json[];
  const document = {
    ...smallest(),
    items: [{ ...item, discount: { percent: "1", amount: 2 }, supply: "gifts", note: "n" }],
    clientAddress: { city: 1, line1: "Weg 1", flat: 3 },
    period: "2026",
    total: "119",
    unknown: { toString: null },
  };
  const text = JSON.stringify(document).replace("{", '{"__proto__":5,');
  const { content, faults, json } = readStored("invoice.issued", text);
  expect(faults.map(({ pointer }) => pointer)).toEqual([
    ...["/items/0/discount/percent", "/items/0/supply", "/total", "/clientAddress/city", "/period"],
  ]);
  const { period, ...kept } = document;
  const expected = {
    ...kept,
    items: [{ ...item, discount: { amount: 2 }, note: "n" }],
    clientAddress: { line1: "Weg 1", flat: 3 },
  };
  expect(JSON.parse(JSON.stringify(content))).toEqual(
    JSON.parse(JSON.stringify(expected).replace("{", '{"__proto__":5,')),
  );
  expect(json).toEqual(JSON.parse(text));
});

test("a document without faults is not copied", () => {
  const { content, json } = readStored("invoice.issued", SMALLEST);
  expect(content).toBe(json);
});

test.each(["", "{", "null", "1", '"text"', "[]", "[{}]", "true"])("%s has no content", (text) => {
  for (const kind of ["invoice.issued", "payment.recorded"] as const) {
    const { content, faults } = readStored(kind, text);
    expect([content, describeFaults(faults)]).toEqual([undefined, "it must be a JSON object"]);
    expect(faultsIn(faults, ["total"])).toEqual(faults);
  }
});

test("the reasons that are left out of a text are those of the document again, checked or not", () => {
  const group = (smallest()["vatBreakdown"] as Json[])[0]!;
  const groupOf = (given: Json) => {
    const text = JSON.stringify({
      ...smallest(),
      vatNote: "§ 4",
      vatBreakdown: [{ ...group, category: "E", ...given }],
    });
    const { content, faults } = readStored("invoice.issued", text);
    expect(parseStored("invoice.issued", text)).toEqual(content);
    expect(faults).toEqual([]);
    return content!.vatBreakdown[0]!.exemptionReason;
  };
  expect(groupOf({})).toBe("§ 4");
  expect(groupOf({ exemptionReason: null })).toBeUndefined();
  expect(groupOf({ exemptionReason: "own" })).toBe("own");
  expect(groupOf({ category: "S" })).toBeUndefined();
  expect(
    faultsOf({ ...smallest(), vatNote: "§ 4", vatBreakdown: [{ ...group, category: { toString: null } }, null] }),
  ).toEqual([
    "/vatBreakdown/0/category must be one of S, Z, E, AE, K, G, O, L, M",
    "/vatBreakdown/1 must be an object",
  ]);
});

test("null is no reason, also where there is no note", () => {
  const group = { category: "E", rateCountry: null, taxAmount: 0, taxRate: 0, taxableAmount: 100, vatexCode: null };
  const text = JSON.stringify({ ...smallest(), vatNote: "", vatBreakdown: [{ ...group, exemptionReason: null }] });
  expect(parseStored("invoice.issued", text).vatBreakdown).toStrictEqual([group]);
  expect(readStored("invoice.issued", text)).toMatchObject({ content: { vatBreakdown: [group] }, faults: [] });
});

test("the faults of a field are its own, those of its parts and those of what contains it", () => {
  const { faults } = readStored(
    "invoice.issued",
    JSON.stringify(changed(smallest(), ["items", "0", "netAmount"], "1")),
  );
  const concerned = (...fields: string[]) => faultsIn(faults, fields).length;
  expect([concerned("items/netAmount"), concerned("items"), concerned("items/netAmount/x")]).toEqual([1, 1, 1]);
  expect([concerned("items/net"), concerned("item"), concerned("netAmount"), concerned("total", "currency")]).toEqual([
    ...[0, 0, 0, 0],
  ]);
  expect(concerned("total", "items/netAmount")).toBe(1);
});

test("a hundred fields are looked for among very many faults in about the time of one", () => {
  const { faults } = readStored("invoice.issued", JSON.stringify({ ...smallest(), warnings: Array(100_000).fill(1) }));
  const timed = (count: number) => {
    const fields = Array.from({ length: count }, (_, index) => `other${index}`);
    const begun = performance.now();
    expect(faultsIn(faults, fields)).toEqual([]);
    return performance.now() - begun;
  };
  const one = timed(1);
  expect(timed(100)).toBeLessThan(3 * one + 50);
});

test("the first five faults are named, and the others counted", () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ pointer: `/${index}`, detail: "is x" }));
  expect(describeFaults(faults(5))).toBe("/0 is x; /1 is x; /2 is x; /3 is x; /4 is x");
  expect(describeFaults(faults(6))).toBe("/0 is x; /1 is x; /2 is x; /3 is x; /4 is x; and 1 more");
  expect(describeFaults(faults(7))).toBe("/0 is x; /1 is x; /2 is x; /3 is x; /4 is x; and 2 more");
});

test("an entry that is no document has no other fields", () => {
  expect(faultsOf({ lastCounter: 7, lastIssueDate: null }, "numbering.continued")).toEqual([]);
  expect(faultsOf({ lastCounter: 7, lastIssueDate: null, more: 1 }, "numbering.continued")).toEqual([
    " must have no other fields",
  ]);
  expect(faultsOf({ lastCounter: 7.5, lastIssueDate: 1 }, "numbering.continued")).toEqual([
    "/lastCounter must be a whole number",
    "/lastIssueDate must be a string or null",
  ]);
});
