import { beforeEach, describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { booksOf, openService, requestFor, type Sent, type Service } from "./client.ts";

let service: Service;
let before: string;
beforeEach(async () => {
  service = await openService();
  await service.issue();
  before = await booksOf(service);
});

/** Calls, and holds that the refusal left the books as they were. */
async function refused(sent: Sent): Promise<[status: number, code: string, places: (string | undefined)[]]> {
  const { status, body } = await service.call("POST /invoices", sent);
  expect(await booksOf(service)).toBe(before);
  return [status, body.code, (body.errors ?? []).map(({ pointer, parameter }) => pointer ?? parameter)];
}

const JSON_TYPE = { "Content-Type": "application/json" };
const line = order().items[0]!;
const withLine = (changes: object) => ({ ...order(), items: [line, { ...line, ...changes }] });

test.each([
  ["an empty body", ""],
  ["blanks", "  \n"],
  ["half an object", '{"clientName":'],
  ["two objects", "{}{}"],
  ["a trailing comma", '{"clientName":"A",}'],
  ["single quotes", "{'clientName':'A'}"],
  ["NaN", '{"taxRate":NaN}'],
  ["Infinity", '{"taxRate":-Infinity}'],
  ["a comment", "{} // later"],
  ["a raw line break in a text", '{"clientName":"A\nB"}'],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array(Buffer.from("\uFEFF{}", "utf16le"))],
  ["an overlong encoding of a brace", new Uint8Array([0xc1, 0xbb, 0x7d])],
])("%s is 400 malformed_json", async (_, raw) => {
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([400, "malformed_json", []]);
});

test("a byte order mark before the JSON is passed over", async () => {
  const { status } = await service.call("POST /invoices", {
    headers: JSON_TYPE,
    raw: `\uFEFF${JSON.stringify(order())}`,
  });
  expect(status).toBe(201);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/jsonp",
  "application/problem+json",
  "multipart/form-data; boundary=application/json",
  "json",
  "",
])("Content-Type %j is 415", async (contentType) => {
  const raw = JSON.stringify(order());
  expect(await refused({ headers: { "Content-Type": contentType }, raw })).toEqual([415, "unsupported_media_type", []]);
});

test("a body without a Content-Type is 415", async () => {
  const raw = new TextEncoder().encode(JSON.stringify(order()));
  expect(await refused({ raw })).toEqual([415, "unsupported_media_type", []]);
});

test.each(["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;x=y"])(
  "Content-Type %j is JSON",
  async (contentType) => {
    const sent = { headers: { "Content-Type": contentType }, raw: JSON.stringify(order()) };
    expect((await service.call("POST /invoices", sent)).status).toBe(201);
  },
);

test("a body of 2 MiB is 413, with and without a Content-Length, and if that lies", async () => {
  const raw = JSON.stringify({ ...order(), note: "x".repeat(2 ** 21) });
  const chunked = () => new Blob([raw]).stream();
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([413, "body_too_large", []]);
  expect(await refused({ headers: { ...JSON_TYPE, "Content-Length": `${raw.length}` }, raw: chunked() })).toEqual([
    ...[413, "body_too_large", []],
  ]);
  expect(await refused({ headers: JSON_TYPE, raw: chunked() })).toEqual([413, "body_too_large", []]);
  expect(await refused({ headers: { ...JSON_TYPE, "Content-Length": "2" }, raw: chunked() })).toEqual([
    ...[413, "body_too_large", []],
  ]);
});

test("a body that never ends is 413, and its source is cancelled", async () => {
  let stopped: (() => void) | undefined;
  const whenStopped = new Promise<void>((resolve) => (stopped = resolve));
  const raw = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16)),
    cancel: () => stopped?.(),
  });
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([413, "body_too_large", []]);
  await whenStopped;
});

test("a Content-Length above 1 MiB is 413 without waiting for the body, of which 32 MiB are then passed over", async () => {
  const headers = { ...JSON_TYPE, "Content-Length": `${2 ** 20 + 1}` };
  const neverArrives = new ReadableStream<Uint8Array>();
  expect(await refused({ headers, raw: neverArrives })).toEqual([413, "body_too_large", []]);
  let mebibytes = 0;
  let stop: (() => void) | undefined;
  const whenStopped = new Promise<void>((resolve) => (stop = resolve));
  const pull = (controller: ReadableStreamDefaultController) => {
    mebibytes += 1;
    controller.enqueue(new Uint8Array(2 ** 20));
  };
  const raw = new ReadableStream<Uint8Array>({ pull, cancel: () => stop?.() }, { highWaterMark: 0 });
  expect(await refused({ headers, raw })).toEqual([413, "body_too_large", []]);
  await whenStopped;
  expect(mebibytes).toBe(33); // the one beyond them shows that there is more
});

const text = JSON.stringify(order());
const withBlanks = (length: number) => text + " ".repeat(length - text.length);

test("a body of exactly 1 MiB is read", async () => {
  const sent = { headers: JSON_TYPE, raw: withBlanks(2 ** 20) };
  expect((await service.call("POST /invoices", sent)).status).toBe(201);
});

/** What an adapter gives if a body parser has read the stream: its text alone. */
function passedOn(request: Request, raw: string): Request {
  return Object.defineProperties(request, {
    text: { value: async () => raw },
    arrayBuffer: { value: async () => new ArrayBuffer(0) },
  });
}

describe.each([
  ["of a declared length", (raw: string) => ({ "Content-Length": `${raw.length}` })],
  ["of no declared length", () => ({})],
])("a body %s", (_, lengthOf) => {
  test.each<[string, (sent: Sent, raw: string) => Request]>([
    ["as a whole", (sent, raw) => requestFor("POST", "/invoices", { ...sent, raw })],
    [
      "in chunks",
      (sent, raw) =>
        requestFor("POST", "/invoices", { ...sent, raw: new Blob([raw.slice(0, 99), raw.slice(99)]).stream() }),
    ],
    ["passed on by an adapter", (sent, raw) => passedOn(requestFor("POST", "/invoices", sent), raw)],
  ])("and sent %s is read up to maxBodyBytes, and refused from one byte more", async (__, requestOf) => {
    const small = await openService(undefined, { maxBodyBytes: 1024 });
    const answer = async (raw: string) => {
      const response = await small.handle(requestOf({ headers: { ...JSON_TYPE, ...lengthOf(raw) } }, raw));
      return [response.status, (await response.json()).detail];
    };
    expect(await answer(withBlanks(1024))).toEqual([201, undefined]);
    expect(await answer(withBlanks(1025))).toEqual([413, "The body is larger than 1024 bytes; send a smaller one."]);
    expect(small.errors).toEqual([]);
  });
});

test("maxBodyBytes is at least 1 KiB and at most 64 MiB", async () => {
  for (const given of [1023, 2 ** 26 + 1, 2000.5, "1 MiB", null])
    await expect(openService(undefined, { maxBodyBytes: given as number })).rejects.toThrow(
      /^maxBodyBytes must be a whole number of bytes from 1024 to 67108864, not /,
    );
});

test("a body that breaks off is 400", async () => {
  const raw = new ReadableStream({ pull: (controller) => controller.error(new Error("the client hung up")) });
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([400, "malformed_json", []]);
});

test.each<[string, unknown, string[]]>([
  ["null", null, [""]],
  ["a list", [order()], [""]],
  ["a text", "invoice", [""]],
  ["nothing but braces", {}, ["/clientName", "/items"]],
  ["fields of the wrong type", { clientName: 1, items: {}, autoVat: "no" }, ["/clientName", "/items", "/autoVat"]],
  ["no lines", order({ items: [] }), ["/items"]],
  ["10,000 lines", order({ items: Array.from({ length: 10_000 }, () => line) }), ["/items"]],
  ["a million characters", withLine({ description: "x".repeat(1e6) }), ["/items/1/description"]],
  ["a blank text", order({ clientName: "\u2003 " }), ["/clientName"]],
  ["a lone surrogate", order({ clientName: "A\ud800" }), ["/clientName"]],
  ["a NUL character", withLine({ description: "A\0" }), ["/items/1/description"]],
  ["a quantity of 0", withLine({ quantity: 0 }), ["/items/1/quantity"]],
  ["a negative price", withLine({ unitPrice: -0.01 }), ["/items/1/unitPrice"]],
  ["numbers as texts", withLine({ quantity: "2", unitPrice: "1" }), ["/items/1/quantity", "/items/1/unitPrice"]],
  ["a missing price", withLine({ unitPrice: undefined }), ["/items/1/unitPrice"]],
  ["a rate above 100 %", order({ taxRate: 100.01 }), ["/taxRate"]],
  ["a country in small letters", order({ clientCountry: "de" }), ["/clientCountry"]],
  ["an unknown country", order({ clientCountry: "UK" }), ["/clientCountry"]],
  ["a country of three letters", order({ clientCountry: "DEU" }), ["/clientCountry"]],
  ["29 February 2026", order({ supplyDate: "2026-02-29" }), ["/supplyDate"]],
  ["the 31st of June", order({ dueDate: "2026-06-31" }), ["/dueDate"]],
  ["a date with a time", order({ dueDate: "2026-06-30T00:00:00Z" }), ["/dueDate"]],
  ["an unknown currency", order({ currency: "EURO" }), ["/currency"]],
  ["null for an optional field", { ...order(), clientVatNumber: null }, ["/clientVatNumber"]],
])("%s is 422 and pointed at", async (_, json, pointers) => {
  expect(await refused({ json })).toEqual([422, "request_invalid", pointers]);
});

test.each([
  ['{"__proto__":{"autoVat":false}}', "/__proto__"],
  ['{"constructor":{}}', "/constructor"],
  ['{"toString":1}', "/toString"],
])("%s among the fields is refused by name", async (extra, pointer) => {
  const raw = JSON.stringify(order()).replace("{", `${extra.slice(0, -1)},`);
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([422, "request_invalid", [pointer]]);
});

test("a misspelt field is refused with the name that was meant, in lines too", async () => {
  const { body } = await service.call("POST /invoices", { json: { ...withLine({ unitprice: 5 }), taxrate: 19 } });
  expect(body.errors).toEqual([
    { pointer: "/items/1/unitprice", detail: expect.stringContaining("unitPrice") },
    { pointer: "/taxrate", detail: expect.stringContaining("taxRate") },
  ]);
});

test("a number beyond what a double holds is refused, not rounded to infinity", async () => {
  const raw = JSON.stringify(withLine({ quantity: 5 })).replace('"quantity":5', '"quantity":1e999');
  expect(await refused({ headers: JSON_TYPE, raw })).toEqual([422, "request_invalid", ["/items/1/quantity"]]);
});

test("amounts that no double holds to the cent are 422 amount_out_of_range", async () => {
  for (const unitPrice of [1e308, 1e15]) {
    const { status, body } = await service.call("POST /invoices", { json: withLine({ unitPrice }) });
    expect([status, body.code]).toEqual([422, "amount_out_of_range"]);
  }
});

test("0.1 + 0.2 and forty decimals come to whole cents", async () => {
  const items = [
    { ...line, quantity: 1, unitPrice: 0.1 + 0.2 },
    { ...line, quantity: 1, unitPrice: 1 / 3 },
  ];
  const raw = JSON.stringify(order({ items })).replace(String(1 / 3), `0.${"3".repeat(40)}`);
  const { body } = await service.call("POST /invoices", { headers: JSON_TYPE, raw });
  expect([body.subtotal, body.taxTotal, body.total]).toEqual([0.63, 0.12, 0.75]);
});
