import { createServer, type Server } from "node:http";
import * as honoServer from "@hono/node-server";
import express from "express";
import type { HttpHandler } from "faktura/http";
import * as node from "faktura/node";
import fastify from "fastify";
import * as hono from "hono";
import ts from "typescript";
import { readPage } from "../docs/pages.ts";

/** What a page's block mounted, by the framework: each starts its server, on a free port of loopback. */
export interface Mounted {
  readonly start: Readonly<Record<string, () => Server | Promise<Server>>>;
}

/** The one block of TypeScript on a page that holds `text`. */
export function blockOf(page: string, text: string): string {
  const blocks = [...readPage(page).matchAll(/^```ts[^\n]*\n(?<code>.*?)^```$/gms)].map(
    ({ groups }) => groups!["code"]!,
  );
  const found = blocks.filter((code) => code.includes(text));
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks with ${text}`);
  return found[0]!;
}

type Run = (require: (name: string) => unknown, exports: object) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...source: string[]) => Run;

/** Runs a page's block unchanged, with these packages as its imports. */
export async function runBlock(block: string, packages: Readonly<Record<string, object>>): Promise<void> {
  const require = (name: string) => {
    if (packages[name] === undefined) throw new Error(`no block may import ${name}`);
    return packages[name];
  };
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
  const { outputText } = ts.transpileModule(block, { compilerOptions });
  await new AsyncFunction("require", "exports", outputText)(require, {});
}

/**
 * Runs a page's block: its imports are the real packages, but for what would listen on the port that the page names, and
 * `./accounting.ts` is `handle`.
 */
export async function mounted(block: string, handle: HttpHandler): Promise<Mounted> {
  const start: Record<string, () => Server | Promise<Server>> = {};
  await runBlock(block, {
    "faktura/node": node,
    express: expressInto(start),
    fastify: fastifyInto(start),
    hono,
    "@hono/node-server": serveInto(start),
    "./accounting.ts": { handle },
  });
  return { start };
}

type Starters = Record<string, () => Server | Promise<Server>>;
const ON_LOOPBACK = { port: 0, hostname: "127.0.0.1" };

function expressInto(start: Starters) {
  const make = () => {
    const app = express();
    start["Express"] = () => createServer(app).listen(0, "127.0.0.1");
    return Object.assign(app, { listen: () => app });
  };
  return { __esModule: true, default: Object.assign(make, express) };
}

function fastifyInto(start: Starters) {
  const make = () => {
    const app = fastify();
    const listen = app.listen.bind(app);
    start["Fastify"] = async () => {
      await listen({ port: 0, host: "127.0.0.1" });
      return app.server;
    };
    return Object.assign(app, { listen: async () => "" });
  };
  return { __esModule: true, default: make };
}

function serveInto(start: Starters) {
  return {
    ...honoServer,
    serve: (options: Parameters<typeof honoServer.serve>[0]) => {
      start["Hono"] = () => honoServer.serve({ ...options, ...ON_LOOPBACK }) as Server;
    },
  };
}
