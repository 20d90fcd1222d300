import "reflect-metadata";
import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toNodeHandler } from "faktura/node";
import type { LambdaEvent } from "hono/aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { ROOT, readPage } from "../docs/pages.ts";
import { expectProblemsOfBodies, type Fetch, speakWith } from "../http/conversation.ts";
import { blockOf } from "../http/mountings.ts";
import { oneTo } from "../support/fixtures.ts";
import { freshFile, withRaw } from "../support/stores.ts";
import { follow, stop } from "./demo-host.ts";
import { addressOf, countersIn, hostAt } from "./host-process.ts";
import { closeBrowserAtTheEnd, expectPanelInBrowser } from "./panel-in-browser.ts";

closeBrowserAtTheEnd();

test.each([
  ["express", "SIGTERM"],
  ["fastify", "SIGTERM"],
  ["hono", "SIGINT"],
  ["node", "SIGINT"],
  ["koa", "SIGTERM"],
  ["nest-express", "SIGTERM"],
  ["nest-fastify", "SIGINT"],
  ["h3", "SIGTERM"],
  ["elysia", "SIGTERM"],
  ["adonis", "SIGTERM"],
] as const)(
  "the host %s serves the six endpoints, leaves bodies to the handler, and closes its file on %s",
  async (name, signal) => {
    const file = freshFile();
    const script = `docs/examples/hosts/${name}.ts`;
    const host = follow(spawn(process.execPath, ["--import", "tsx", script, "--port", "0", "--file", file]));
    const peer = hostAt(await addressOf(host, /^Listening on (\S+)$/m));
    await speakWith(fetch, peer);
    await expectProblemsOfBodies(fetch, peer);
    const panel = peer.base.replace("/accounting", "/panel");
    await expectPanel(panel);
    await expectPanelInBrowser(panel);
    expect(await stop(host, signal)).toBe(0);
    expect(host.printed()).toMatch(/\nClosed\.\n$/);
    expect(existsSync(`${file}-wal`), "a file that was closed has no log beside it").toBe(false);
    expect(await countersIn(file)).toEqual(oneTo(13).reverse());
  },
);

test("the host express answers /health with 200 as long as it could issue, and with 503 from then on", async () => {
  const file = freshFile();
  const script = "docs/examples/hosts/express.ts";
  const host = follow(spawn(process.execPath, ["--import", "tsx", script, "--port", "0", "--file", file]));
  const health = new URL("/health", await addressOf(host, /^Listening on (\S+)$/m));
  expect((await fetch(health)).status).toBe(200);
  withRaw(file, (raw) => raw.exec("DROP INDEX faktura_invoices_by_status"));
  expect((await fetch(health)).status).toBe(503);
  expect(await stop(host, "SIGTERM")).toBe(0);
  expect(host.printed()).toContain("the index faktura_invoices_by_status is missing");
});

/** The panel at this address shows its first page, reads, and takes a body, for the session of `panel.ts` only. */
async function expectPanel(address: string): Promise<void> {
  const headers = { Cookie: "session=jane", "Content-Type": "application/json" };
  expect((await fetch(`${address}/firma`)).status).toBe(401);
  const page = await fetch(`${address}/`, { headers: { Cookie: "session=jane" } });
  expect([page.status, page.url]).toEqual([200, `${address}/firma`]);
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
  const [, script] = /<script type="module" src="([^"]+)">/.exec(await page.text())!;
  const loaded = await fetch(new URL(script!, address));
  expect([loaded.status, loaded.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect((await loaded.text()).length).toBeGreaterThan(10_000);
  const profile = await fetch(`${address}/firma/calls/profile`, { headers });
  expect(await profile.json()).toMatchObject({ profile: { name: "Firma GmbH" }, can: { issue: true, keys: false } });
  const draft = `${address}/firma/calls/drafts/${randomUUID()}`;
  const body = JSON.stringify({ revision: randomUUID(), replaces: [""], fields: { "/clientName": "Kundin" } });
  expect((await fetch(draft, { method: "PUT", headers, body })).status).toBe(200);
  const drafts = await (await fetch(`${address}/firma/calls/drafts`, { headers })).json();
  expect(drafts).toMatchObject({ data: [{ clientName: "Kundin" }], total: 1 });
  expect((await fetch(draft, { method: "DELETE", headers })).status).toBe(200);
}

test.each([
  ["before", 200],
  ["after", 404],
])("with app.use %s app.init(), Nest answers %d", async (when, status) => {
  class AppModule {}
  Module({})(AppModule);
  const app = await NestFactory.create(AppModule, { logger: false });
  onTestFinished(() => app.close());
  if (when === "after") await app.init();
  app.use(
    "/accounting",
    toNodeHandler(async () => new Response("the handler")),
  );
  await app.listen(0, "127.0.0.1");
  const answer = await fetch(`${await app.getUrl()}/accounting/company`);
  expect([answer.status, (await answer.text()) === "the handler"]).toEqual([status, status === 200]);
});

/** What AWS sends for a request, without what differs between its services. */
async function awsRequestOf(url: string | URL, init: RequestInit = {}) {
  const request = new Request(url, { ...init, ...(init.body instanceof ReadableStream ? { duplex: "half" } : {}) });
  const { pathname, search, searchParams, host } = new URL(request.url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const isText = isUtf8(bytes);
  return {
    method: request.method,
    path: pathname,
    search,
    searchParams,
    host,
    headers: { ...Object.fromEntries(request.headers), host, "content-length": `${bytes.length}` },
    body: {
      body: bytes.length === 0 ? null : bytes.toString(isText ? "utf8" : "base64"),
      isBase64Encoded: !isText,
    },
  };
}

type AwsRequest = Awaited<ReturnType<typeof awsRequestOf>>;

const listsOf = (entries: Iterable<[string, string]>) => {
  const lists: Record<string, string[]> = {};
  for (const [name, value] of entries) lists[name] = [...(lists[name] ?? []), value];
  return lists;
};

/** What HTTP APIs and function URLs send: version 2.0 of the format. */
const ofHttpApi = ({ method, path, search, host, headers, body }: AwsRequest) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: search.slice(1),
  headers,
  ...body,
  requestContext: {
    domainName: host,
    http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "" },
    stage: "$default",
  },
});

/** What REST APIs send: version 1.0. Query parameters are decoded. */
const ofRestApi = ({ method, path, searchParams, host, headers, body }: AwsRequest) => ({
  resource: "/{proxy+}",
  path,
  httpMethod: method,
  headers,
  ...body,
  multiValueHeaders: listsOf(Object.entries(headers)),
  queryStringParameters: Object.fromEntries(searchParams),
  multiValueQueryStringParameters: listsOf(searchParams),
  requestContext: { domainName: host, path: `/prod${path}`, httpMethod: method, stage: "prod", identity: {} },
});

/** What load balancers send, with lists of values. Query parameters are still encoded. */
const ofLoadBalancer = ({ method, path, search, headers, body }: AwsRequest) => ({
  requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing" } },
  httpMethod: method,
  path,
  ...body,
  multiValueHeaders: listsOf(Object.entries(headers)),
  multiValueQueryStringParameters: listsOf(
    [...search.matchAll(/[?&]([^=&]*)=?([^&]*)/g)].map(([, name, value]) => [name!, value!]),
  ),
});

test.each([
  ["HTTP APIs and function URLs", ofHttpApi],
  ["REST APIs", ofRestApi],
  ["load balancers", ofLoadBalancer],
] as const)(
  "the Lambda host answers the events of %s for the six endpoints, and leaves bodies to the handler",
  async (_, eventOf) => {
    vi.resetModules();
    vi.stubEnv("INVOICES_FILE", freshFile());
    const { handler } = await import("../../docs/examples/hosts/lambda.ts");
    const { invoicing } = await import("../../docs/examples/hosts/accounting.ts");
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await invoicing.close();
    });
    const invoke: Fetch = async (url, init) => {
      const event = eventOf(await awsRequestOf(url, init)) as unknown as LambdaEvent;
      const { statusCode, body, isBase64Encoded, ...answer } = await handler(event);
      const entries = Object.entries(answer.headers ?? answer.multiValueHeaders ?? {});
      const headers = Object.fromEntries(entries.map(([name, value]) => [name, `${value}`]));
      return new Response(isBase64Encoded ? Buffer.from(body, "base64") : body, {
        status: statusCode,
        headers,
      });
    };
    const peer = hostAt("http://abc.execute-api.eu-central-1.amazonaws.com/accounting");
    await speakWith(invoke, peer);
    await expectProblemsOfBodies(invoke, peer);
    const server = createServer(
      getRequestListener(({ url, method, headers }) => invoke(url, { method, headers: [...headers] })),
    ).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    await expectPanelInBrowser(`http://127.0.0.1:${(server.address() as { port: number }).port}/panel`);
    server.closeAllConnections();
  },
);

/** The file of a host that is a folder. */
const ROUTES: Readonly<Record<string, string>> = {
  "next/": "next/app/accounting/[...path]/route.ts",
  "nitro/": "nitro/routes/accounting/[...path].ts",
};

test("the guide's table shows a line of each host", () => {
  const rows = readPage("docs/guide/mounting.md").matchAll(
    /^\| [^|]+ \| `(?<line>[^`]+)`[^|]*\| `(?<host>[\w./-]+)` \|$/gm,
  );
  const shown = [...rows].map(({ groups }) => [groups!["host"]!, groups!["line"]!] as const);
  const missing = shown.filter(([host, line]) => {
    return !readPage(`docs/examples/hosts/${ROUTES[host] ?? host}`).includes(line);
  });
  expect(missing).toEqual([]);
  const hosts = readdirSync(join(ROOT, "docs/examples/hosts"), { withFileTypes: true });
  const names = hosts.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  expect(shown.map(([host]) => host).sort()).toEqual(
    names.filter((name) => !["accounting.ts", "options.ts", "panel.ts"].includes(name)).sort(),
  );
});

test("the guide to the panel shows the line of each host that mounts it", () => {
  const rows = readPage("docs/guide/mount-the-panel.md").matchAll(
    /^\| [^|]+ \| `(?<line>[^`]+)`[^|]*\| `(?<host>[\w./-]+)` \|$/gm,
  );
  const shown = [...rows].map(({ groups }) => [groups!["host"]!, groups!["line"]!] as const);
  const pathOf = (host: string) =>
    ROUTES[host]?.replace("accounting/", "panel/").replace("next/app/panel/[...path]", "next/app/panel/[[...path]]");
  const missing = shown.filter(([host, line]) => {
    return !readPage(`docs/examples/hosts/${pathOf(host) ?? host}`).includes(line);
  });
  expect(missing).toEqual([]);
  const mounted = [...readPage("docs/guide/mounting.md").matchAll(/^\| .* \| `(?<host>[\w./-]+)` \|$/gm)];
  const hosts = mounted
    .map(({ groups }) => groups!["host"]!)
    .filter((host) => !["workers.ts", "durable-objects.ts"].includes(host));
  expect(shown.map(([host]) => host)).toEqual(hosts);
});

test("the guide's table names the versions that are installed", () => {
  const packages = {
    Express: "express",
    NestJS: "@nestjs/core",
    Fastify: "fastify",
    Koa: "koa",
    h3: "h3",
    Hono: "hono",
  };
  const others = { AdonisJS: "@adonisjs/core", Elysia: "elysia", "Next.js": "next" };
  const { dependencies } = JSON.parse(readPage("docs/examples/package.json")) as {
    dependencies: Record<string, string>;
  };
  const rows = [...readPage("docs/guide/mounting.md").matchAll(/^\| \[?(?<name>[\w.]+) (?<major>\d+)\b/gm)];
  for (const [name, installed] of Object.entries({ ...packages, ...others })) {
    const majors = rows.filter(({ groups }) => groups!["name"] === name).map(({ groups }) => groups!["major"]);
    expect(new Set(majors), name).toEqual(new Set([dependencies[installed]!.split(".")[0]]));
  }
});

const MOUNTINGS = [
  ["accounting.ts", "// accounting.ts"],
  ["express.ts", "app.use(express.json());"],
  ["fastify.ts", "fastify()"],
  ["hono.ts", "serve({ fetch: app.fetch, port: 3000 })"],
  ["node.ts", "createServer(toNodeHandler(handle))"],
  ["koa.ts", "new Koa()"],
  ["lambda.ts", "toLambda(app)"],
  ["next/next.config.ts", "// next.config.ts"],
  ["next/books.ts", "// books.ts"],
  ["next/app/accounting/[...path]/route.ts", "// app/accounting/[...path]/route.ts"],
] as const;

/** A line in which the guide and the host listen on different ports. */
const LISTENING = /\(?\{?[^({]*\b3000\b.*$/;

test.each(MOUNTINGS)("%s contains every line that the guide shows of it", (path, text) => {
  const host = readPage(`docs/examples/hosts/${path}`);
  const lines = blockOf("docs/guide/mounting.md", text)
    .replace('openSqliteStore("invoices.db")', "openSqliteStore(file)")
    .replace('"../../../books"', '"../../../books.ts"')
    .split("\n")
    .filter((line) => !/^\/\/ \S+\.ts$|^import .* "\.\/accounting\.ts";$/.test(line));
  expect(lines.length).toBeGreaterThan(4);
  const missing = lines.filter((line) =>
    LISTENING.test(line) ? !host.includes(line.replace(LISTENING, "(")) : !host.split("\n").includes(line),
  );
  expect(missing).toEqual([]);
});
