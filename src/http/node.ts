import type { IncomingMessage, ServerResponse } from "node:http";
import { problemOf } from "./common/problem.ts";
import { requireHost, targetOf } from "./common/request-target.ts";

/** Answers one request of `node:http`, or of a framework on top of it. Never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What frameworks add to the request of `node:http`. */
interface FrameworkRequest extends IncomingMessage {
  /** With the path below which the handler is mounted, which `url` lacks. */
  readonly originalUrl?: string;
  /** What a body parser has read. */
  readonly body?: unknown;
}

/**
 * Mounts a handler of the Fetch API, that of `createHttpHandler` or `createPanel`, in servers whose requests are those of
 * `node:http`: Express, NestJS, Fastify, Koa, AdonisJS, or `createServer` itself. Needs `@whatwg-node/server`, 0.10 or later.
 *
 * A `Host` header that names no host, and a path with `.` or `..` between slashes, are answered with a problem document before
 * the adapter builds a URL of them. A body that `express.json()` or another parser has read counts as it was parsed.
 *
 * @throws TypeError if `handle` is no function
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createInvoicing } from "faktura";
 * import { createHttpHandler } from "faktura/http";
 * import { memoryStore } from "faktura/memory";
 * import { toNodeHandler } from "faktura/node";
 *
 * const invoicing = createInvoicing({ store: memoryStore() });
 * const handle = createHttpHandler(invoicing, { authenticate: () => null });
 * const server = createServer(toNodeHandler(handle));
 * console.log(server.listening); // false
 * ```
 */
export function toNodeHandler(handle: (request: Request) => Promise<Response>): NodeHandler {
  if (typeof handle !== "function") {
    throw new TypeError("toNodeHandler needs the function that createHttpHandler or createPanel returns");
  }
  const adapting = adapterOf(handle);
  return async (request, response) => {
    try {
      const { headers, url = "/", originalUrl = url }: FrameworkRequest = request;
      requireHost(String(headers[":authority"] ?? headers.host ?? "localhost"));
      targetOf(originalUrl);
    } catch (error) {
      const { status, headers, problem } = problemOf(error)!;
      response.writeHead(status, headers).end(JSON.stringify(problem));
      return;
    }
    const adapter = await adapting;
    await adapter(asSent(request), response);
  };
}

/** Loads the optional package. Nobody catches its absence, so a process without it ends at once and says what to run. */
async function adapterOf(handle: (request: Request) => Promise<Response>) {
  try {
    const { createServerAdapter } = await import("@whatwg-node/server");
    return createServerAdapter(handle);
  } catch (cause) {
    throw new Error("faktura/node needs another package. Run `npm install @whatwg-node/server`.", { cause });
  }
}

/**
 * The request without what would be read in place of what was sent: the adapter takes an empty object for no body, and
 * the parameters of a query from those that the framework has parsed, where two of one name are one.
 */
function asSent(request: FrameworkRequest): IncomingMessage {
  const { body, method } = request;
  const isRead = request.readableEnded && body !== undefined && body !== null;
  if (!isRead && method !== "GET" && method !== "HEAD") return request; // its stream belongs to this very object
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const sent = isRead ? Buffer.from(isText ? body : JSON.stringify(body)) : undefined;
  return Object.create(request, { query: { value: undefined }, body: { value: sent } });
}
