import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { HttpHandler } from "faktura/http";
import { H3, useBase } from "h3";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { openService } from "./client.ts";
import { type Fetch, peerAt, speakWith } from "./conversation.ts";

/** Starts a server on loopback, and gives its origin. */
async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What removes `/accounting` from the path before the handler. */
const REMOVERS: [string, (handle: HttpHandler) => Promise<Fetch>][] = [
  ["app.mount of Hono", async (handle) => fetchOf(new Hono().mount("/accounting", handle).request)],
  ["app.mount of h3", async (handle) => fetchOf(new H3().mount("/accounting", handle).request)],
  [
    "a proxy",
    async (handle) => {
      const origin = await serve(getRequestListener(handle));
      const proxy = await serve((request, response) => {
        const { method, headers } = request;
        const url = origin + request.url!.replace(/^\/accounting/, "");
        const forwarded = forward(url, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        });
        request.pipe(forwarded);
      });
      return (url, init) => fetch(new URL(new URL(url).pathname + new URL(url).search, proxy), init);
    },
  ],
];

type Ask = (request: Request) => Promise<Response> | Response;

function fetchOf(ask: Ask): Fetch {
  return async (url, init) => ask(new Request(url, init));
}

describe.each(REMOVERS)("behind %s, which removes the prefix", (_, remover) => {
  test("a handler with publicBasePath serves the six endpoints, and Location has the prefix", async () => {
    const { handle } = await openService(undefined, { basePath: "/", publicBasePath: "/accounting" });
    await speakWith(await remover(handle), peerAt("http://accounts.test/accounting"));
  });

  test("a handler with basePath alone answers 404, and says which paths to pass", async () => {
    const { handle } = await openService(undefined, { basePath: "/accounting" });
    const response = await (await remover(handle))("http://accounts.test/accounting/company");
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      404,
      "The handler received the path /company, which is not below its basePath /accounting. If a proxy or the " +
        'framework removes the prefix, pass basePath: "/", publicBasePath: "/accounting" to createHttpHandler.',
    ]);
  });
});

test("useBase of h3 leaves the request's path as it is, so basePath alone serves it", async () => {
  const { handle } = await openService(undefined, { basePath: "/accounting" });
  const app = new H3().all(
    "/accounting/**",
    useBase("/accounting", ({ req }) => handle(req)),
  );
  await speakWith(fetchOf(app.request), peerAt("http://accounts.test/accounting"));
});
