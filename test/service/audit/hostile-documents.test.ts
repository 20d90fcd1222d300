/**
 * Goal: whatever a document says, the audit of its invoice ends with findings and never with an error, which would keep
 * all other invoices and companies from being audited.
 * Method: one sound invoice, in which any JSON takes the place of any value, at any depth; and any row around it.
 */
import type { AuditedInvoice, StoredEntry } from "faktura";
import fc from "fast-check";
import { expect, test } from "vitest";
import { companyWith, soundInvoice } from "./audited-rows.ts";

/** An invoice in pounds whose VAT is stated in euros, with a payment: every field that the audit looks at is there. */
const GBP = { currency: "GBP", exchangeRate: { rate: 1.17, date: "2026-11-20", source: "ECB" } };
const sound = await soundInvoice(GBP, async (acme, id) => {
  await acme.recordPayment(id, { amount: 1, method: "cash" });
  await acme.cancel(id, { reason: "ordered twice" });
});

/** What an audit finds in such invoices, which follow each other in the journal, each with its entries behind it. */
async function findingsOf(...invoices: readonly AuditedInvoice[]): Promise<string[]> {
  let last = 0;
  const rows = invoices.map((invoice, index) => {
    const place = { ...sound.place!, position: ++last };
    return {
      ...invoice,
      counter: index + 1,
      place,
      entries: invoice.entries.map((entry) => ({ ...entry, position: ++last })),
    };
  });
  const entries = rows.flatMap((row) => row.entries);
  const { findings, invoices: read } = await companyWith({ invoices: rows, entries, head: { position: last } }).audit();
  expect(read).toBe(rows.length);
  return findings.map(({ code, detail }) => `${code}: ${detail}`);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Names that every object answers to, whatever was put into it; and what has no number, no text or no end. */
const NAMES = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "length", "then"];
const HOSTILE: readonly string[] = [
  ...NAMES.map((name) => JSON.stringify(name)),
  ...NAMES.map((name) => `{${JSON.stringify(name)}:null}`),
  '{"toString":null,"valueOf":null}',
  ...["1e999", "-1e999", "-0", "1e308", "5e-324", "9007199254740993", '"\\ud800"', '""', "[]", "{}", "null", "true"],
  `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`,
];

/** The texts of all values in a document, from the whole to the smallest, as the places where they stand. */
function placesIn(value: Json, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.keys(value).flatMap((name) => placesIn((value as Record<string, Json>)[name]!, [...path, name])),
  ];
}

/** The document with `text` in the place of one value; texts, because an object cannot say all that JSON can. */
function withText(value: Json, [name, ...rest]: readonly string[], text: string): string {
  if (name === undefined) return text;
  const members = Object.entries(value as Record<string, Json>).map(([key, member]) => {
    const said = key === name ? withText(member, rest, text) : JSON.stringify(member);
    return Array.isArray(value) ? said : `${JSON.stringify(key)}:${said}`;
  });
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.join()}}`;
}

test("a hostile value in any place of a document is no error", async () => {
  const document = JSON.parse(sound.document) as Json;
  const places = placesIn(document);
  expect(places.length).toBeGreaterThan(40);
  for (const place of places)
    await findingsOf(...HOSTILE.map((text) => ({ ...sound, document: withText(document, place, text) })));
});

test("the document's amounts in a currency by the name of a method are a finding", async () => {
  const faultsWith = async (name: string, value: string) => {
    const document = withText(JSON.parse(sound.document) as Json, [name], JSON.stringify(value));
    return (await findingsOf({ ...sound, document })).filter((found) => found.startsWith("totals_mismatch"));
  };
  for (const value of ["toString", "constructor", "__proto__"]) {
    const taxCurrency = ["totals_mismatch: taxCurrency: must be an ISO 4217 currency code"];
    expect(await faultsWith("taxCurrency", value)).toEqual(taxCurrency);
    expect(await faultsWith("currency", value)).toEqual([
      `totals_mismatch: currency: must be an ISO 4217 currency code such as "EUR", not "${value}"`,
    ]);
  }
});

const shortText = fc.constantFrom(...HOSTILE.filter(({ length }) => length < 1000)).map((text) => ({ text }));
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), shortText);
const textOf = (value: unknown) =>
  typeof value === "object" && value !== null && "text" in value ? String(value.text) : JSON.stringify(value);

test("any JSON in any two places of a document, and any text as a document, is no error", async () => {
  const document = JSON.parse(sound.document) as Json;
  const places = placesIn(document);
  const changes = fc.tuple(fc.nat(), anyJson, fc.nat(), anyJson);
  const changed = fc.sample(changes, 1000).map(([first, one, second, other]) => {
    const once = withText(document, places[first % places.length]!, textOf(one));
    const again = JSON.parse(once) as Json;
    const left = placesIn(again).slice(0, 200);
    return { ...sound, document: withText(again, left[second % left.length]!, textOf(other)) };
  });
  await findingsOf(...changed, ...fc.sample(fc.string(), 100).map((text) => ({ ...sound, document: text })));
});

/** What a driver may give for a column whose type or whose NOT NULL was taken away. */
const HOSTILE_CELLS = [Number.NaN, Infinity, undefined, 2n ** 63n, { toString: "" }, [{ toString: "" }]] as const;
const anyCell = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(...HOSTILE_CELLS));

test("any cell in the row, in a payment or in an entry is no error", async () => {
  // Counters, positions and places in a series are numbers in every store; sweep.test.ts damages their columns.
  const columns = Object.keys(sound).filter(
    (name) => !["counter", "place", "series", "payments", "entries"].includes(name),
  );
  const place = fc.constantFrom(
    ...columns,
    ...Object.keys(sound.payments[0]!).map((name) => `payments.${name}`),
    ...Object.keys(sound.entries[0]!).flatMap((name) => (name === "position" ? [] : [`entries.${name}`])),
  );
  const changed = fc.sample(fc.tuple(place, anyCell, anyJson), 1000).flatMap(([where, cell, document]) => {
    const [list, name = ""] = where.split(".");
    const entries = sound.entries.map((entry): StoredEntry => ({ ...entry, document: textOf(document) }));
    if (list === "payments") return [{ ...sound, payments: sound.payments.map((each) => ({ ...each, [name]: cell })) }];
    if (list !== "entries") {
      return [
        { ...sound, [where]: cell },
        { ...sound, document: textOf(document), [where]: cell },
      ];
    }
    return [
      { ...sound, entries: sound.entries.map((each) => ({ ...each, [name]: cell })) },
      { ...sound, entries },
    ];
  });
  const hostile = columns.flatMap((column) => HOSTILE_CELLS.map((cell) => ({ ...sound, [column]: cell })));
  await findingsOf(...([...changed, ...hostile] as AuditedInvoice[]));
});
