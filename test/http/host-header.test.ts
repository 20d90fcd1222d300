/**
 * Goal: the Host header, which any client may write, never decides which endpoint a request reaches.
 * Method: in each framework, a guard in front of the handler refuses every cancellation. Requests for other
 * paths are written byte for byte on sockets, with a Host header or a target that an adapter could read as a cancel.
 */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import * as honoServer from "@hono/node-server";
import express from "express";
import type { HttpHandler } from "faktura/http";
import { toNodeHandler } from "faktura/node";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { openService, type Service } from "./client.ts";
import { blockOf, mounted } from "./mountings.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const CANCEL = "/accounting/invoices/:id/cancel";
const isCancel = (path: string) => /^\/accounting\/invoices\/[^/]+\/cancel$/.test(path);
const refused = () => new Response("the guard says no", { status: 403 });
const listen = (listener: RequestListener) => createServer(listener).listen(0, "127.0.0.1");

/** Each framework, with a guard against cancelling and the handler behind it. */
const GUARDED: Record<string, (handle: HttpHandler) => Server | Promise<Server>> = {
  "node:http with faktura/node": (handle) => {
    const accounting = toNodeHandler(handle);
    return listen((request, response) => {
      if (isCancel(request.url!.replace(/[?#].*$/s, ""))) response.writeHead(403).end();
      else void accounting(request, response);
    });
  },
  "node:http with @hono/node-server": (handle) =>
    listen(
      honoServer.getRequestListener((request) =>
        isCancel(new URL(request.url).pathname) ? refused() : handle(request),
      ),
    ),
  Express: async (handle) => {
    const { start } = await mounted(blockOf("docs/guide/mounting.md", "express()"), handle);
    const page = (await start["Express"]!()) as Server;
    page.close();
    const app = express();
    app.post(CANCEL, (_, response) => void response.sendStatus(403));
    app.use(page.listeners("request")[0] as express.RequestHandler);
    return listen(app);
  },
  Fastify: async (handle) => {
    const app = fastify();
    const accounting = toNodeHandler(handle);
    app.post(CANCEL, (_, reply) => reply.code(403).send());
    app.all("/accounting/*", { onRequest: (request, reply) => accounting(request.raw, reply.hijack().raw) }, () => {});
    await app.listen({ port: 0, host: "127.0.0.1" });
    return app.server;
  },
  Hono: (handle) => {
    const app = new Hono();
    app.post(CANCEL, refused);
    app.all("/accounting/*", (context) => handle(context.req.raw));
    return honoServer.serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  },
};

interface Guarded {
  readonly service: Service;
  readonly invoiceId: string;
  /** Posts nothing to the target under the Host header; gives the status and the code of the answer. */
  readonly post: (target: string, host: string) => Promise<{ status: number; code: string | undefined }>;
}

async function openGuarded(framework: string): Promise<Guarded> {
  const service = await openService(undefined, { basePath: "/accounting" });
  const invoiceId = (await service.invoicing.company("acme").issue({
    clientName: "Kundin",
    clientCountry: "DE",
    items: [{ description: "Lamp", quantity: 1, unitPrice: 1 }],
  }))!.id;
  const server = await GUARDED[framework]!(service.handle);
  if (!server.listening) await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await service.invoicing.close();
  });
  const post = async (target: string, host: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
    const headers = ["Authorization: Bearer acme", "Content-Length: 0", "Connection: close"];
    socket.write([`POST ${target} HTTP/1.1`, `Host: ${host}`, ...headers, "", ""].join("\r\n"), "latin1");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
    return { status, code: /"code":"(\w+)"/.exec(answer)?.[1] };
  };
  return { service, invoiceId, post };
}

/** Host headers that end the URL's authority before it should, or are no host at all. */
const hostsTo = (path: string) => [
  ...[`x${path}#`, `x${path}?`, `x:80${path}#`, `u@x${path}#`, `[::1]${path}#`, `${path}#`],
  ...[`x${path.replaceAll("/", "\\")}#`, `x ${path}#`, `x\t${path}#`],
];

/** Targets that some reader resolves to `path`, and that a guard by the path would let through. */
const targetsTo = (path: string) => [
  ...[path.replace("/invoices", "/company/../invoices"), path.replace("/invoices", "/company/%2e%2E/invoices")],
  ...[path.replace("/invoices", "/./invoices"), path.replace("/cancel", "/x/.%2e/cancel"), `/x/..${path}`],
  ...[path.replace("/cancel", "\\cancel"), path.replaceAll("/", "\\").replace("\\", "/"), `http://evil${path}`],
  ...[`/${path}`, path.replace("cancel", "c%61ncel"), path.replace("/invoices", "%2finvoices")],
];

describe.each(Object.keys(GUARDED))("%s", (framework) => {
  test("serves what it should, and the guard in front refuses to cancel", async () => {
    const { invoiceId, post } = await openGuarded(framework);
    for (const host of ["localhost", "127.0.0.1:3000", "[::1]:3000", "shop_1.example.com"]) {
      expect(await post(`/accounting/invoices/${invoiceId}`, host)).toEqual({
        status: 405,
        code: "method_not_allowed",
      });
      expect((await post(`/accounting/invoices/${invoiceId}/cancel`, host)).status, host).toBe(403);
    }
  });

  test("no Host header and no target leads past the guard", async () => {
    const { service, invoiceId, post } = await openGuarded(framework);
    const cancel = `/accounting/invoices/${invoiceId}/cancel`;
    for (const host of hostsTo(cancel)) {
      for (const target of ["/accounting/company", "/accounting/", `http://evil/accounting/company`]) {
        expect((await post(target, host)).status, `${target} with Host: ${host}`).toBe(400);
      }
    }
    for (const target of targetsTo(cancel)) {
      const { status } = await post(target, "x");
      expect([400, 403, 404], `${target}: ${status}`).toContain(status);
    }
    expect(await service.invoicing.company("acme").get(invoiceId)).toMatchObject({ status: "SENT" });
  });
});

/** An adapter as somebody writes it who reads neither body nor faults; its guard goes by the path as it was sent. */
const byHand = (handle: HttpHandler) =>
  listen(async (request, response) => {
    if (isCancel(request.url!)) return void response.writeHead(403).end();
    const { method = "GET", headers } = request;
    const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const answer = await handle(new Request(`http://${headers.host}${request.url}`, { method, headers: sent }));
    response.writeHead(answer.status).end(await answer.text());
  });

test("an empty Host header, which makes a host of the path where a URL is put together by hand, leads nowhere", async () => {
  GUARDED["by hand"] = byHand;
  const { service, invoiceId, post } = await openGuarded("by hand");
  const cancel = `/accounting/invoices/${invoiceId}/cancel`;
  expect(await post(cancel, "localhost")).toMatchObject({ status: 403 });
  expect(await post("/accounting/company", "localhost")).toMatchObject({ code: "method_not_allowed" });
  for (const host of ["", " "]) {
    expect((await post(`/public${cancel}`, host)).status).toBe(400);
    expect((await post(`/${cancel}`, host)).status).toBe(400);
  }
  expect(await service.invoicing.company("acme").get(invoiceId)).toMatchObject({ status: "SENT" });
});

test("a Host header may hold what RFC 3986 lets into a host, and no other character", async () => {
  const { handle } = await openService();
  const known = `-._~!$&'()*+,;=${"0123456789abcdefghijklmnopqrstuvwxyz"}${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"}`;
  const statusOf = async (host: string) =>
    (await handle(new Request("http://localhost/company", { headers: { Host: host } }))).status;
  for (let code = 1; code < 256; code += 1) {
    const character = String.fromCharCode(code);
    if ("\r\n".includes(character)) continue; // they end the header
    const status = known.includes(character) ? 401 : 400;
    expect([await statusOf(`x${character}y`), await statusOf(`[:${character}:]`)], JSON.stringify(character)).toEqual([
      status,
      character === ":" ? 401 : status,
    ]);
  }
  for (const host of ["x:", "x:80", "%41:8", "[::1]", "[fe80::1%25eth0]:80"]) expect(await statusOf(host)).toBe(401);
  for (const host of ["", ":", ":80", "x:8x", "x:80:80", "[::1]x", "%4", "%zz", "[]"])
    expect(await statusOf(host), host).toBe(400);
});
