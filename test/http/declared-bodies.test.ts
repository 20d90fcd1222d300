import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openService } from "./client.ts";

/** The order, under the length that the headers declare, as a server hands over what came off the wire. */
function requestOf(body: BodyInit | null, length: number, headers: Record<string, string> = {}): Request {
  const declared = { "Content-Length": `${length}`, "Content-Type": "application/json" };
  return new Request("http://localhost/invoices", {
    method: "POST",
    body,
    duplex: "half",
    headers: { Authorization: "Bearer acme", ...declared, ...headers },
  } as RequestInit);
}

const ORDER = JSON.stringify(order());
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A stream that gives half of the order and then breaks off. */
function brokenOff(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytesOf(ORDER.slice(0, 20)));
      controller.error(new Error("connection reset"));
    },
  });
}

test.each([
  ["of the declared length", () => requestOf(ORDER, ORDER.length), 201],
  ["in chunks", () => requestOf(new Blob([ORDER.slice(0, 9), ORDER.slice(9)]).stream(), ORDER.length), 201],
  ["shorter than declared", () => requestOf(ORDER.slice(0, -1), ORDER.length), 400],
  ["longer than declared, and than may be", () => requestOf(ORDER + " ".repeat(2 ** 20), 5), 413],
  ["declared longer than may be", () => requestOf(ORDER, 2 ** 20 + 1), 413],
  ["declared, but not there", () => requestOf(null, 5), 400],
  ["broken off", () => requestOf(brokenOff(), ORDER.length), 400],
  ["in chunks by its headers, under a length", () => requestOf(ORDER, 5, { "Transfer-Encoding": "chunked" }), 201],
  ["in broken UTF-8", () => requestOf(new Uint8Array([0x22, 0xff, 0x22]), 3), 400],
])("a body %s", async (_, request, status) => {
  const service = await openService();
  const response = await service.handle(request());
  expect([response.status, service.errors]).toEqual([status, []]);
});

test.each([
  ["was read", async (request: Request) => request.text()],
  ["is being read", async (request: Request) => request.body?.getReader()],
])("a declared body that %s by somebody else is the host's mistake, and onError gets the error", async (_, read) => {
  const service = await openService();
  const request = requestOf(ORDER, ORDER.length);
  await read(request);
  expect((await service.handle(request)).status).toBe(500);
  expect(service.errors.map(String)).toEqual([expect.stringMatching(/^TypeError: the request's body was read before/)]);
});
