/**
 * Goal: the signatures of a company's books are one chain in each series, which the books give again at any time, from any
 * record on; and they are those that the tax authority verifies.
 * Method: the published file with its published key; books with every kind of change, on every store.
 */
import { createVerify } from "node:crypto";
import { type Company, createInvoicing } from "faktura";
import { isRefusal, type SaftPtRecord, saftPtRecords } from "faktura/einvoice/pt";
import { describe, expect, test } from "vitest";
import { signedText } from "../../../src/einvoice/pt/records.ts";
import { NOON, openBooks } from "../../service/books.ts";
import { germanProfile, TestClock } from "../../support/fixtures.ts";
import { describeUnless } from "../../support/skipping.ts";
import { STORES } from "../../support/stores.ts";
import { chainFaults, NO_SCHEMA, officialFile, signedDocuments } from "./authority.ts";
import { fileOf, KEYS, ORDER, PROGRAM, recordsOf, SELLER, signBy } from "./scenes.ts";

describeUnless(NO_SCHEMA)("the published demonstration file", () => {
  const file = () => officialFile("vectors/saft_idemo599999999.xml", "windows-1252");

  test("is signed as saftPtRecords signs: all of its 35 hashes", () => {
    const [privateKey, publicKey] = ["private", "public"].map((half) => officialFile(`vectors/test-${half}-key.pem`));
    expect(chainFaults(file(), publicKey!)).toEqual([]);
    const last = new Map<string, string>();
    const documents = signedDocuments(file());
    for (const { date, enteredAt, number, gross, hash } of documents) {
      const series = number.slice(0, number.lastIndexOf("/"));
      const text = signedText({ date, enteredAt, invoiceNo: number, gross, previous: last.get(series) ?? "" });
      const bytes = new TextEncoder().encode(text);
      expect(Buffer.from(signBy(privateKey!)(bytes)).toString("base64"), number).toBe(hash);
      last.set(series, hash);
    }
    expect(documents).toHaveLength(35);
  });
});

/** Issues in three series, with what has no signature between. */
async function fill(acme: Company, clock: TestClock) {
  await acme.saveProfile(germanProfile(SELLER));
  const first = await acme.issue(ORDER);
  await acme.issue({ ...ORDER, series: "FS" });
  await acme.recordPayment(first.id, { amount: 10 });
  clock.set("2026-11-21T08:00:00.000Z");
  await acme.issue({ ...ORDER, series: "FS" });
  await acme.credit(first.id, { reason: "Devolução" });
  const wrong = await acme.issue(ORDER);
  await acme.cancel(wrong.id, { reason: "Erro" });
}

describe.each(STORES)("on the $name store", ({ open }) => {
  test("each document is signed after the one before in its series, again and from any record on", async () => {
    const clock = new TestClock(NOON);
    const invoicing = createInvoicing({ store: await open(), clock });
    const acme = invoicing.company("acme");
    await fill(acme, clock);
    const records = await recordsOf(acme);
    expect(records.map(({ invoiceNo, atcud }) => `${invoiceNo} ${atcud}`)).toEqual([
      "FT A2026/1 CSDF7T5H-1",
      "FS S2026/1 CDF7T5HD-1",
      "FS S2026/2 CDF7T5HD-2",
      "NC C2026/1 ABCD1234-1",
      "FT A2026/2 CSDF7T5H-2",
    ]);
    expect(records.map(({ previous }) => records.findIndex(({ hash }) => hash === previous))).toEqual([
      -1, -1, 1, -1, 0,
    ]);
    expect(await recordsOf(acme), "the same books give the same records").toEqual(records);
    for (const [index, after] of records.entries()) {
      const series = after.number.replace(/-.*/, "");
      const own = records.slice(index + 1).filter(({ number }) => number.startsWith(series));
      expect(await recordsOf(acme, { series, after: JSON.parse(JSON.stringify(after)) })).toEqual(own);
    }
    const file = await fileOf(acme);
    expect(chainFaults(file, KEYS.publicKey)).toEqual([]);
    expect(
      signedDocuments(file)
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual(records.map(({ hash }) => hash).sort());
    await invoicing.close();
  });
});

test("a signature covers day, time, number, total and the one before", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  for (const quantity of [1, 2]) await acme.issue({ ...ORDER, items: [{ ...ORDER.items[0]!, quantity }] });
  const [first, second] = await recordsOf(acme);
  expect(first!.previous).toBe("");
  const text = `2026-11-20;2026-11-20T12:00:00;FT A2026/2;246.00;${first!.hash}`;
  expect(createVerify("RSA-SHA1").update(text).verify(KEYS.publicKey, second!.hash, "base64")).toBe(true);
  expect(second!.hash).toHaveLength(172);
  const characters = [0, 10, 20, 30].map((place) => second!.hash[place]).join("");
  expect(second!.printed).toBe(`${characters}-Processado por programa certificado n.º 9999/AT`);
});

test("a key signs from its day on", async () => {
  const { acme, clock } = await openBooks(undefined, SELLER);
  await acme.issue(ORDER);
  clock.set("2026-11-25T12:00:00.000Z");
  await acme.issue(ORDER);
  const keys = [PROGRAM.keys[0]!, { ...PROGRAM.keys[0]!, version: "2", since: "2026-11-25" }];
  const records = await recordsOf(acme, { program: { ...PROGRAM, keys } });
  expect(records.map(({ hashControl }) => hashControl)).toEqual(["1", "2"]);
});

describe("a record to continue after", () => {
  test("is refused if it is not what the books give now", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    for (const quantity of [1, 2, 3]) await acme.issue({ ...ORDER, items: [{ ...ORDER.items[0]!, quantity }] });
    const [first, second, third] = (await recordsOf(acme)) as [SaftPtRecord, SaftPtRecord, SaftPtRecord];
    const wrong = [
      { ...second, hash: first.hash },
      { ...second, previous: third.hash },
      { ...second, number: first.number },
      { ...second, position: third.position },
      { ...second, enteredAt: "2026-11-20T12:00:01" },
    ];
    for (const after of wrong) {
      const refusal = await recordsOf(acme, { series: "A2026", after }).catch((error: unknown) => error);
      expect(isRefusal(refusal, "request_invalid"), JSON.stringify(after)).toBe(true);
    }
    expect(() => saftPtRecords(acme, { program: PROGRAM, after: second })).toThrow("after needs series");
  });
});

test("a document that cannot be signed ends the iteration and is named", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  await acme.issue({ ...ORDER, autoVat: false, items: [{ ...ORDER.items[0]!, taxRate: 0, vatCategory: "E" }] });
  const refusal = await recordsOf(acme).catch((error: unknown) => error);
  expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
  expect((refusal as Error).message).toContain("A2026-202611-0001: ");
  expect(await recordsOf(acme, { except: ["A2026-202611-0001"] })).toEqual([]);
  expect(await recordsOf(acme, { since: "2026-12-01" })).toEqual([]);
});

test.each([
  ["certificate", { certificate: 0 }],
  ["keys", { keys: [] }],
  ["version", { keys: [{ version: "a", sign: () => new Uint8Array(128) }] }],
  ["sign", { keys: [{ version: "1" }] }],
  ["since", { keys: [{ ...PROGRAM.keys[0]!, since: "today" }] }],
  ["other", { other: "x" }],
  ["certificat", { certificat: 1 }],
])("a program with a wrong %s is a TypeError that names it", async (name, changes) => {
  const { acme } = await openBooks(undefined, SELLER);
  expect(() => saftPtRecords(acme, { program: { ...PROGRAM, ...changes } as never })).toThrow(name);
});

test("a signature of another length is a TypeError", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  await acme.issue(ORDER);
  const keys = [{ version: "1", sign: () => new Uint8Array(256) }];
  await expect(recordsOf(acme, { program: { ...PROGRAM, keys } })).rejects.toThrow("128 bytes");
});
