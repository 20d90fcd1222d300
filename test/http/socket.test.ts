import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { toNodeHandler } from "faktura/node";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";
import { booksOf, openService, type Service } from "./client.ts";

/** More rounds by a variable, for a longer look. */
const ROUNDS = Number(process.env["FAKTURA_FUZZ_ROUNDS"] ?? tries(500));

let service: Service;
let server: Server;
beforeAll(async () => {
  service = await openService();
  server = createServer(toNodeHandler(service.handle)).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.invoicing.close();
});

interface Raw {
  readonly target: string;
  readonly host: string | null;
  readonly body: string | null;
}

/** Writes a request byte for byte, as no HTTP client would, and gives the status and what follows its line. */
async function send({ target, host, body }: Raw): Promise<{ status: number; rest: string }> {
  const lines = [
    `${body === null ? "GET" : "POST"} ${target} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...["Connection: close", "Authorization: Bearer acme", "Content-Type: application/json"],
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
  ];
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`, "latin1");
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  const [, status, rest = ""] = /^HTTP\/1\.1 (\d{3}) (.*)$/s.exec(answer) ?? [];
  return { status: Number(status), rest };
}

/** Node answers with 400 what is no HTTP; whatever comes as far as the handler is answered as documented. */
async function expectNoFault(raw: Raw): Promise<void> {
  const { status, rest } = await send(raw);
  expect(service.errors).toEqual([]);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (status >= 400 && !rest.startsWith("Bad Request\r\nConnection: close\r\n")) {
    expect(rest).toMatch(/^content-type: application\/problem\+json\r$/im);
  }
}

const HOSTS = [
  ...["localhost", "a b c", "[", "[::1", "::", "x:99999", "x:-1", ""],
  ...["http://evil/", "evil/y?", "a#b", "@", "%"],
];
const TARGETS = [
  ...["/company", "/invoices?page=1", "/", "//", "//x", "//company", "/\\evil/company", "/%", "/%zz?%", "/?", "/#"],
  ...["*", "?only", "company", "http:", "http://", "http://evil/company", "http://x:99999/company", "http://[/company"],
];

test.each(HOSTS)("no Host header breaks the service: %j", async (host) => {
  for (const target of TARGETS) {
    await expectNoFault({ target, host, body: null });
    await expectNoFault({ target, host, body: "{}" });
  }
});

test.each(["x:99999", "x_y", "[::1]:80", "1,2"])("the Host header %j is no matter to the endpoints", async (host) => {
  const { status, rest } = await send({ target: "/company", host, body: null });
  expect(status).toBe(200);
  expect(rest).toContain('"name":"Firma GmbH"');
});

test.each(["", ":80", "a b c", "a\tb", "[", "[]", "::", "%", "\xff", "http://evil/", "evil/y?", "a#b", "@", "x\\y"])(
  "the Host header %j is 400 invalid_host, at whatever path",
  async (host) => {
    for (const target of ["/company", "/nowhere"]) {
      const { status, rest } = await send({ target, host, body: null });
      expect([status, /"code":"(\w+)"/.exec(rest)?.[1]]).toEqual([400, "invalid_host"]);
    }
  },
);

test("whatever the request line and the Host header contain, the service never breaks", async () => {
  const text = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/);
  const target = fc.oneof(
    fc.constantFrom(...TARGETS),
    text,
    fc.webUrl(),
    fc.webPath(),
    text.map((path) => `/${path}`),
  );
  const host = fc.oneof(fc.constantFrom(null, ...HOSTS), text, fc.domain(), fc.webAuthority({ withPort: true }));
  const body = fc.option(fc.stringMatching(/^[\x20-\x7e]{0,20}$/));
  await fc.assert(fc.asyncProperty(fc.record({ target, host, body }), expectNoFault), { numRuns: ROUNDS });
});

test.each([
  ["faktura/node", (): RequestListener => toNodeHandler(service.handle)],
  ["@hono/node-server", (): RequestListener => getRequestListener(service.handle)],
])("through %s a body that never ends is ended by the server's own timeout, with 408", async (_, listener) => {
  const timeouts = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 };
  const impatient = createServer(timeouts, listener()).listen(0, "127.0.0.1");
  await once(impatient, "listening");
  const before = await booksOf(service);
  const socket = connect((impatient.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  const head = "POST /invoices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer acme\r\nContent-Type: application/json";
  socket.write(`${head}\r\nContent-Length: 500\r\n\r\n${JSON.stringify(order())}`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  impatient.closeAllConnections();
  await new Promise((resolve) => impatient.close(resolve));
  expect([service.errors, await booksOf(service)]).toEqual([[], before]);
});
