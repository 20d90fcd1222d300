import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type ViesOptions, viesVerifier } from "faktura/vies";

/** A request as it arrived. */
export interface Asked {
  readonly request: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, string>;
}

/** What the server does with a request. */
export type Play = (response: ServerResponse, asked: Asked) => void;

const running: ViesServer[] = [];

/**
 * A local server in place of VIES. It answers the first request with the first reply, and so on, and repeats the last
 * one.
 */
export class ViesServer {
  readonly asked: Asked[] = [];
  readonly #plays: readonly Play[];
  readonly #ends: Promise<unknown>[] = [];
  readonly #server = createServer(async (request, response) => {
    this.#ends.push(once(response, "close"));
    const body = JSON.parse(await text(request));
    const asked = { request: `${request.method} ${request.url}`, headers: request.headers, body };
    this.asked.push(asked);
    this.#plays[Math.min(this.asked.length, this.#plays.length) - 1]!(response, asked);
  });

  private constructor(plays: readonly Play[]) {
    this.#plays = plays;
  }

  static async open(...plays: readonly Play[]): Promise<ViesServer> {
    const server = new ViesServer(plays);
    running.push(server);
    await once(server.#server.listen(0, "127.0.0.1"), "listening");
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rest-api/check-vat-number`;
  }

  /** Resolves when no request is open any more: all were answered in full, or closed by the client. */
  async released(): Promise<void> {
    await Promise.all(this.#ends);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

/** For `afterEach`. */
export async function closeViesServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

/** The number in tests in which the number does not matter. */
export const FRENCH = { prefix: "FR", number: "40303265045" } as const;

/** A verifier for that server that does not wait between attempts. */
export function verifierOf({ endpoint }: { readonly endpoint: string }, options: ViesOptions = {}) {
  return viesVerifier({ endpoint, backoffMs: 0, ...options });
}

/** A reply with a body. Objects are sent as JSON, formatted as the service does. */
export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Play {
  const content = typeof body === "string" ? body : JSON.stringify(body, undefined, 2).replaceAll('": ', '" : ');
  const type = typeof body === "string" ? "text/html" : "application/json";
  return (response) => response.writeHead(status, { "Content-Type": type, ...headers }).end(content);
}

/** The body of an answer of the service. Fields in `changes` replace its own. */
export function answerTo({ body }: Asked, valid: boolean, changes: object = {}): object {
  const identified = "requesterNumber" in body;
  const parts = ["Name", "Street", "PostalCode", "City", "CompanyType"];
  return {
    countryCode: body["countryCode"],
    vatNumber: body["vatNumber"],
    requestDate: "2026-11-20T09:30:00.169Z",
    valid,
    requestIdentifier: identified ? "WAPIAAAAaEDkvhHx" : "",
    name: valid ? "EXEMPLE SARL" : "---",
    address: valid ? "1 RUE DE L'EXEMPLE\n75001 PARIS" : "---",
    ...Object.fromEntries(parts.map((part) => [`trader${part}`, "---"])),
    ...Object.fromEntries(parts.map((part) => [`trader${part}Match`, "NOT_PROCESSED"])),
    ...changes,
  };
}

export function verdict(valid: boolean, changes: object = {}): Play {
  return (response, asked) => reply(answerTo(asked, valid, changes))(response, asked);
}

/** A fault as the service documents it. Most have status 200. */
export function fault(code: string, status = 200): Play {
  return reply({ actionSucceed: false, errorWrappers: [{ error: code, message: "Some text." }] }, status);
}

export const html = (status: number) => reply("<html><body>Service Unavailable</body></html>", status);
