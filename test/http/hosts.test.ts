import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createServerAdapter } from "@whatwg-node/server";
import express from "express";
import type { HttpHandler } from "faktura/http";
import fastify, { type onRequestHookHandler } from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openService } from "./client.ts";
import { expectProblem, expectProblemsOfBodies, type Fetch, speakWith } from "./conversation.ts";

// The mountings are those of docs/guide/mounting.md, but for the ports: each starts really, on a port that is free.

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

function startNode(handle: HttpHandler): Promise<string> {
  return baseOf(createServer(createServerAdapter(handle)).listen(0, "127.0.0.1"));
}

function startExpress(handle: HttpHandler): Promise<string> {
  const app = express();
  app.use("/accounting", createServerAdapter(handle));
  app.use(express.json());
  return baseOf(app.listen(0, "127.0.0.1"));
}

function startExpressBehindParser(handle: HttpHandler): Promise<string> {
  const app = express();
  app.use(express.json({ limit: "1mb" }));
  app.use("/accounting", createServerAdapter(handle));
  return baseOf(app.listen(0, "127.0.0.1"));
}

async function startFastify(handle: HttpHandler): Promise<string> {
  const app = fastify();
  const accounting = createServerAdapter(handle);
  const onRequest: onRequestHookHandler = (request, reply) => accounting(request.raw, reply.hijack().raw);
  app.all("/accounting/*", { onRequest }, () => {});
  await app.listen({ port: 0, host: "127.0.0.1" });
  return baseOf(app.server);
}

function startHono(handle: HttpHandler): Promise<string> {
  const app = new Hono();
  app.all("/accounting/*", (context) => handle(context.req.raw));
  return baseOf(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
}

describe.each([
  { name: "node:http", start: startNode },
  { name: "Express, in front of express.json()", start: startExpress },
  { name: "Fastify", start: startFastify },
  { name: "Hono", start: startHono },
])("$name", ({ start }) => {
  test("serves the six endpoints to a client that follows the specification", async () => {
    await speakWith(fetch, await start(await openHandler()));
  });

  test("leaves every answer about a body to the handler", async () => {
    await expectProblemsOfBodies(fetch, await start(await openHandler()));
  });
});

describe("Express, behind express.json()", () => {
  const post = async (body: string) => {
    const base = await startExpressBehindParser(await openHandler());
    const headers = { Authorization: "Bearer acme", "Content-Type": "application/json" };
    return fetch(`${base}/invoices`, { method: "POST", headers, body });
  };

  test("serves the six endpoints to a client that follows the specification", async () => {
    await speakWith(fetch, await startExpressBehindParser(await openHandler()));
  });

  test("takes orders beyond the 100 KB that the parser allows by default", async () => {
    const items = Array.from({ length: 1000 }, () => ({ ...order().items[0]!, description: "x".repeat(200) }));
    expect((await post(JSON.stringify(order({ items })))).status).toBe(201);
  });

  test("answers broken and oversized JSON in Express's words, and an empty object as an empty body", async () => {
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
    await expectProblem(await post("{}"), 400, "malformed_json");
  });
});

describe("Next.js", () => {
  /** Calls a route module's exports as Next.js does: by the method's name, with the request and a context. */
  function nextServer(route: Readonly<Record<string, HttpHandler>>): Fetch {
    return (url, init) => {
      const request = new Request(url, init);
      const method = route[request.method] as (request: Request, context: object) => Promise<Response>;
      return method(request, { params: Promise.resolve({ path: new URL(url).pathname.split("/").slice(2) }) });
    };
  }

  test("serves the six endpoints from a route module that exports the handler as its methods", async () => {
    const handle = await openHandler();
    const route = { GET: handle, POST: handle, DELETE: handle };
    await speakWith(nextServer(route), "http://next.test/accounting");
    await expectProblemsOfBodies(nextServer(route), "http://next.test/accounting");
  });
});
