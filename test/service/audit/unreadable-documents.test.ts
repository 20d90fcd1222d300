/**
 * Goal: an audit names the place of whatever is wrong with a stored document, and finds nothing in a sound one.
 * Method: the smallest document of the panel's guide and the golden invoices; each of their fields is taken out or given
 * another type.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPage } from "../../docs/pages.ts";
import { findingsIn, soundInvoice } from "./audited-rows.ts";

type Json = { [name: string]: unknown };

const SMALLEST = /```json\n([^`]*)```/.exec(readPage("docs/guide/panel.md"))![1]!;
const smallest = (): Json => JSON.parse(SMALLEST);

const ROW = await soundInvoice();

/** The places that an audit of these documents names, in their order, and how many more it counts. */
async function faultsOfAll(documents: readonly unknown[]): Promise<string[][]> {
  const invoices = documents.map((document, index) => {
    return { ...ROW, counter: index + 1, document: typeof document === "string" ? document : JSON.stringify(document) };
  });
  const findings = await findingsIn({ invoices }, ["document_unreadable"]);
  return invoices.map(({ counter }) => {
    const [found, ...others] = findings.filter((each) => each.counter === counter);
    expect(others).toEqual([]);
    const [, faults = ""] = /: (\/.*)$/.exec(found?.detail ?? "") ?? [];
    return faults.split("; ").flatMap((fault) => /^(?:\/\S+|and \d+ more)/.exec(fault) ?? []);
  });
}

const faultsOf = async (document: unknown) => (await faultsOfAll([document]))[0];

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

const pointersOf = (place: readonly string[]) => [`/${place.join("/")}`];
const otherType = (value: unknown) => (Array.isArray(value) ? "x" : [5]);

const golden = readdirSync(join(ROOT, "test/golden"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => [file, JSON.parse(readFileSync(join(ROOT, "test/golden", file), "utf8"))] as const)
  .map(([file, { invoice }]) => [file, { documentVersion: 1, ...(invoice as Json) }] as const);

test("the smallest document has no fault, and lacks whatever is taken out of it", async () => {
  expect(await faultsOf(SMALLEST)).toEqual([]);
  const places = placesIn(smallest());
  expect(places).toHaveLength(35);
  const others = places.filter(([name]) => name !== "documentVersion");
  expect(await faultsOfAll(others.map((place) => changed(smallest(), place, undefined)))).toEqual(
    others.map(pointersOf),
  );
});

test.each([undefined, 2, "1", [5]])(
  "the documentVersion %j is unknown, and then other fields may have other types",
  async (documentVersion) => {
    const document = JSON.stringify({ ...smallest(), documentVersion, clientName: 5 });
    const codes = ["document_version_unknown", "document_unreadable"] as const;
    const found = await findingsIn({ invoices: [{ ...ROW, document }] }, codes);
    expect(found.map(({ code }) => code)).toEqual(["document_version_unknown"]);
  },
);

test.each(golden)("the invoice of %s is sound, and a field with another type is named", async (_, document) => {
  expect(await faultsOf(document)).toEqual([]);
  const { status, amountPaid, amountDue, creditedTotal, cancelledAt, ...stored } = document as Json;
  const places = placesIn(stored).filter(([name]) => !["documentVersion", "metadata", "warnings"].includes(name!));
  const faulty = places.map((place) => changed(stored, place, otherType(valueAt(stored, place))));
  expect(await faultsOfAll(faulty)).toEqual(places.map(pointersOf));
});

const [ITEM] = smallest()["items"] as Json[];
const [GROUP] = smallest()["vatBreakdown"] as Json[];

test.each<[string, Json, readonly string[]]>([
  ["text", { clientName: 5 }, ["/clientName"]],
  ["an amount that is no finite number", { total: "1e999" }, ["/total"]],
  ["a day that there is not", { issueDate: "2026-02-30" }, ["/issueDate"]],
  ["another type of document", { documentType: "381" }, ["/documentType"]],
  ["null in place of an absent field", { dueDate: null }, ["/dueDate"]],
  [
    "a rate that converts nothing",
    { exchangeRate: { rate: 0, date: "2026-11-20", source: "x" } },
    ["/exchangeRate/rate"],
  ],
  ["a list that is none", { items: {} }, ["/items"]],
  ["a record that is none", { seller: [] }, ["/seller"]],
  ["metadata with a number", { metadata: { a: 1 } }, ["/metadata"]],
  ["a warning without its detail", { warnings: [{ code: "x" }] }, ["/warnings/0"]],
  ["gross prices without gross amounts", { prices: "gross" }, ["/items/0/unitPriceGross", "/items/0/grossAmount"]],
  [
    "faults at any depth",
    {
      items: [{ ...ITEM, discount: { percent: "1", amount: 2 }, supply: "gifts" }],
      clientAddress: { city: 1 },
      period: "2026",
    },
    ["/items/0/discount/percent", "/items/0/supply", "/clientAddress/city", "/period"],
  ],
  [
    "an exemption reason that is null",
    { vatNote: "§ 4", vatBreakdown: [{ ...GROUP, category: "E", exemptionReason: null }] },
    [],
  ],
  ["an exemption reason that is the note", { vatNote: "§ 4", vatBreakdown: [{ ...GROUP, category: "E" }] }, []],
  [
    "groups of VAT that are none",
    { vatNote: "§ 4", vatBreakdown: [{ ...GROUP, category: { toString: null } }, null] },
    ["/vatBreakdown/0/category", "/vatBreakdown/1"],
  ],
])("%s: each fault is named by its place", async (_, changes, places) => {
  const text = JSON.stringify({ ...smallest(), ...changes }).replace('"1e999"', "1e999");
  expect(await faultsOf(text)).toEqual(places);
});

test("the first five faults are named, and the others counted", async () => {
  const faults = (count: number) => faultsOf({ ...smallest(), warnings: Array(count).fill(1) });
  const five = [0, 1, 2, 3, 4].map((index) => `/warnings/${index}`);
  expect(await faults(5)).toEqual(five);
  expect(await faults(6)).toEqual([...five, "and 1 more"]);
  expect(await faults(7)).toEqual([...five, "and 2 more"]);
});

test("a document with twenty thousand faults is audited in the time of a document as long", async () => {
  const timed = async (warnings: readonly unknown[]) => {
    const before = process.cpuUsage();
    await faultsOf({ ...smallest(), warnings });
    return process.cpuUsage(before).user;
  };
  const sound = await timed(Array(20_000).fill({ code: "x", detail: "x" }));
  expect(await timed(Array(20_000).fill(1))).toBeLessThan(10 * sound + 1_000_000);
});
