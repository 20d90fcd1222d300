import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import type { HttpHandler } from "faktura/http";
import { toNodeHandler } from "faktura/node";
import { afterEach, describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openService } from "./client.ts";
import { expectProblem, expectProblemsOfBodies, peerAt, speakWith } from "./conversation.ts";
import { blockOf, mounted } from "./mountings.ts";

// What runs here are the blocks of the pages themselves: each starts really, but on a port that is free. The guide's
// plain mountings are those of the hosts in docs/examples, which test/examples runs.

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function openHandler(): Promise<HttpHandler> {
  const service = await openService(undefined, { basePath: "/accounting" });
  closers.push(() => service.invoicing.close());
  return service.handle;
}

async function baseOf(server: Server): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  closers.unshift(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounting`;
}

/** Starts what a block of the guide mounts, as the page has it. */
async function startBlock(framework: string, text: string): Promise<string> {
  const { start } = await mounted(blockOf(GUIDE, text), await openHandler());
  return baseOf(await start[framework]!());
}

const GUIDE = "docs/guide/mounting.md";

describe.each([
  { framework: "Express", text: "express()" },
  { framework: "Fastify", text: "fastify()" },
  { framework: "Hono", text: '"@hono/node-server"' },
])("$framework, as the guide mounts it with $text", ({ framework, text }) => {
  test("serves the six endpoints to a client that follows the specification", async () => {
    await speakWith(fetch, peerAt(await startBlock(framework, text)));
  });

  test("leaves every answer about a body to the handler", async () => {
    await expectProblemsOfBodies(fetch, peerAt(await startBlock(framework, text)));
  });
});

test("Express, as the guide mounts it, answers Host headers that are none with a problem", async () => {
  const { port } = new URL(await startBlock("Express", "express()"));
  const ask = async (target: string, host: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    return answer;
  };
  for (const host of ["a b c", "[", "x:99999", "", "::", "x:80", "http://evil/"]) {
    for (const target of ["/accounting/company", "http://evil/accounting/company", "//accounting", "*"]) {
      expect(await ask(target, host), `${host} ${target}`).toMatch(/^HTTP\/1\.1 4/);
    }
  }
  const problem = await ask("/accounting/company", "a b c");
  expect(problem).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*^content-type: application\/problem\+json\r$[\s\S]*"code":"invalid_host"/im,
  );
  expect(problem).not.toMatch(/\bat |node_modules/);
  expect(await ask("/accounting/x/../company", "x:80")).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"route_not_found"/);
  expect(await ask("/accounting/company", "x:80")).toMatch(/^HTTP\/1\.1 401 /);
});

describe("Express, behind express.json()", () => {
  const start = async () => {
    const app = express();
    app.use(express.json({ limit: "1mb" }));
    app.use("/accounting", toNodeHandler(await openHandler()));
    return baseOf(createServer(app).listen(0, "127.0.0.1"));
  };
  const post = async (body: string) => {
    const headers = { Authorization: "Bearer acme", "Content-Type": "application/json" };
    return fetch(`${await start()}/invoices`, { method: "POST", headers, body });
  };

  test("serves the six endpoints to a client that follows the specification", async () => {
    await speakWith(fetch, peerAt(await start()));
  });

  test("takes orders beyond the 100 KB that the parser allows by default", async () => {
    const items = Array.from({ length: 1000 }, () => ({ ...order().items[0]!, description: "x".repeat(200) }));
    expect((await post(JSON.stringify(order({ items })))).status).toBe(201);
  });

  test("answers broken and oversized JSON in Express's words", async () => {
    const { error } = console;
    console.error = () => {}; // Express reports what its parser refuses
    try {
      for (const [body, status] of [
        ["{", 400],
        [JSON.stringify(order({ note: "x".repeat(2 ** 21) })), 413],
      ] as const) {
        const answer = await post(body);
        expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, "text/html; charset=utf-8"]);
      }
    } finally {
      console.error = error;
    }
  });

  test("an empty object names the missing fields, and a parameter that is given twice is refused by name", async () => {
    await expectProblem(await post("{}"), 422, "request_invalid");
    const headers = { Authorization: "Bearer acme" };
    const twice = await fetch(`${await start()}/invoices?limit=1&limit=2`, { headers });
    expect(await twice.json()).toMatchObject({ code: "request_invalid", errors: [{ parameter: "limit" }] });
  });

  test("a text or bytes that a parser has read are taken as they were sent", async () => {
    for (const parser of [express.text({ type: "*/*" }), express.raw({ type: "*/*" })]) {
      const app = express();
      app.use(parser, toNodeHandler(await openHandler()));
      const base = await baseOf(createServer(app).listen(0, "127.0.0.1"));
      const headers = { Authorization: "Bearer acme", "Content-Type": "application/json" };
      const answer = await fetch(`${base}/invoices`, { method: "POST", headers, body: JSON.stringify(order()) });
      expect(answer.status).toBe(201);
    }
  });
});

test("what is no handler is refused when it is mounted", () => {
  expect(() => toNodeHandler(undefined as never)).toThrow(TypeError);
});
