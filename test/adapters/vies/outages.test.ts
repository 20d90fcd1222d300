import { execFile } from "node:child_process";
import { getEventListeners, once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { ViesOptions } from "faktura/vies";
import { afterEach, describe, expect, test } from "vitest";
import {
  answerTo,
  closeViesServers,
  FRENCH,
  html,
  type Play,
  reply,
  ViesServer,
  verdict,
  verifierOf,
} from "./server.ts";

afterEach(closeViesServers);

const silence: Play = () => undefined;
const headersAlone: Play = (response) => response.writeHead(200).flushHeaders();
const halfABody: Play = (response, asked) => {
  response.writeHead(200).write(JSON.stringify(answerTo(asked, false)).slice(0, 60));
};

/** Valid JSON so far, sent for as long as the client reads it. */
const endlessly =
  (piece: string): Play =>
  (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", pour).writeHead(200).write('{ "valid" : false, "name" : "');
    pour();
  };

/** Sends a byte on each turn of the event loop, so that an attempt always seems to be alive. */
const drop = (response: ServerResponse): void => {
  if (response.destroyed) return;
  response.write(" ");
  setImmediate(drop, response);
};

/**
 * The global fetch, with its calls counted. On a busy machine, an attempt can end before its request reaches the
 * server.
 */
function countedFetch(): [string[], ViesOptions] {
  const fetches: string[] = [];
  const counted: ViesOptions["fetch"] = (url, init) => {
    fetches.push(url);
    return fetch(url, init);
  };
  return [fetches, { fetch: counted }];
}

describe("an answer that does not come in time", () => {
  const SLOW: [string, Play][] = [
    ["silence", silence],
    ["headers without a body", headersAlone],
    ["a body that stops half-way", halfABody],
  ];

  test.each(SLOW)("%s is an outage, and its connection is closed", async (_, play) => {
    const server = await ViesServer.open(play);
    const [fetches, options] = countedFetch();
    const verdict = await verifierOf(server, { ...options, timeoutMs: 50, attempts: 2 }).verify(FRENCH);
    expect(verdict).toStrictEqual({ status: "unavailable", detail: "VIES: no answer in time" });
    expect(fetches.length).toBe(2);
    await server.released();
  });

  test("the deadline ends it, whatever an attempt may take", async () => {
    const server = await ViesServer.open(silence);
    const [fetches, options] = countedFetch();
    const patient = verifierOf(server, { ...options, timeoutMs: 600_000, attempts: 1000, deadlineMs: 50 });
    const detail = "VIES: no answer before the deadline";
    expect(await patient.verify(FRENCH)).toStrictEqual({ status: "unavailable", detail });
    expect(fetches.length).toBe(1);
    await server.released();
  });

  test("one attempt that hangs does not affect the next", async () => {
    const server = await ViesServer.open(silence, verdict(true));
    // As many attempts as a busy machine may need until one is answered.
    const verifier = verifierOf(server, { timeoutMs: 200, attempts: 100, deadlineMs: 60_000 });
    expect(await verifier.verify(FRENCH)).toMatchObject({ status: "valid" });
    await server.released();
  });
});

describe("an endless answer", () => {
  test.each([
    ["in large pieces", "x".repeat(16_384)],
    ["in small pieces", "x"],
  ])("%s is cut off, and not retried", async (_, piece) => {
    const server = await ViesServer.open(endlessly(piece));
    const verdict = await verifierOf(server).verify(FRENCH);
    expect(verdict).toStrictEqual({ status: "unavailable", detail: "VIES: the answer could not be parsed" });
    expect(server.asked.length).toBe(1);
    await server.released();
  });

  test("byte by byte is cut off too", async () => {
    const server = await ViesServer.open((response) => drop(response.writeHead(200)));
    const verdict = await verifierOf(server, { timeoutMs: 200, attempts: 1 }).verify(FRENCH);
    expect(verdict).toMatchObject({ status: "unavailable" });
    await server.released();
  });

  test("of 64 KiB is accepted, and one byte more is not", async () => {
    const padded = (length: number): Play => {
      return (response, asked) => response.end(JSON.stringify(answerTo(asked, true)).padEnd(length));
    };
    const server = await ViesServer.open(padded(65_536), padded(65_537));
    const verifier = verifierOf(server);
    expect(await verifier.verify(FRENCH)).toMatchObject({ status: "valid" });
    expect(await verifier.verify(FRENCH)).toMatchObject({ status: "unavailable" });
  });
});

describe("a connection", () => {
  const noConnection = (code: string) => ({ status: "unavailable", detail: `VIES: the connection failed (${code})` });

  test.each([
    ["before the headers", (response) => response.socket?.resetAndDestroy()],
    [
      "within the body",
      (response, asked) => {
        response.writeHead(200).write(JSON.stringify(answerTo(asked, false)).slice(0, -1));
        setImmediate(() => response.socket?.resetAndDestroy());
      },
    ],
  ] satisfies [string, Play][])("that is reset %s is an outage, and retried", async (_, play) => {
    const server = await ViesServer.open(play);
    const verdict = await verifierOf(server).verify(FRENCH);
    expect(verdict).toMatchObject({
      status: "unavailable",
      detail: expect.stringMatching(/^VIES: the connection failed/),
    });
    expect(server.asked.length).toBe(3);
  });

  test("to a closed port is an outage", async () => {
    const server = await ViesServer.open(verdict(true));
    const verifier = verifierOf(server);
    await closeViesServers();
    expect(await verifier.verify(FRENCH)).toStrictEqual(noConnection("ECONNREFUSED"));
  });

  test("to something that does not speak HTTP is an outage", async () => {
    const server = createServer((socket) => socket.end("220 mail.example ESMTP\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const verdict = await verifierOf({ endpoint }).verify(FRENCH);
    expect(verdict).toMatchObject({ status: "unavailable" });
    server.close();
  });
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (status) => {
  const elsewhere = await ViesServer.open(verdict(true));
  const server = await ViesServer.open(reply("", status, { Location: elsewhere.endpoint }));
  const answer = await verifierOf(server).verify(FRENCH);
  expect(answer).toStrictEqual({ status: "unavailable", detail: `VIES: HTTP ${status}` });
  expect([server.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
});

test("the process ends by itself after a verdict and after an outage", async () => {
  const server = await ViesServer.open(verdict(true), html(500), endlessly("x"));
  const module = pathToFileURL(join(import.meta.dirname, "../../../src/adapters/vies/index.ts")).href;
  const script = `
    import { viesVerifier } from ${JSON.stringify(module)};
    const vies = viesVerifier({ endpoint: process.argv[1], timeoutMs: 600_000, deadlineMs: 600_000, backoffMs: 0 });
    for (const _ of [1, 2]) console.log((await vies.verify(${JSON.stringify(FRENCH)})).status);`;
  const parameters = ["--import", "tsx", "--input-type=module", "--eval", script, server.endpoint];
  // Anything that kept the process alive would do so for ten minutes.
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { timeout: 40_000 });
  expect(stdout).toBe("valid\nunavailable\n");
});

describe("the signal of an inquiry", () => {
  test("ends an attempt that gets no answer", async () => {
    const ended = new AbortController();
    const server = await ViesServer.open((response) => {
      response.flushHeaders();
      ended.abort();
    });
    const verdict = await verifierOf(server).verify(FRENCH, { signal: ended.signal });
    expect(verdict).toEqual({ status: "unavailable", detail: "VIES: the inquiry was ended before the answer" });
    expect(server.asked).toHaveLength(1);
    await server.released();
  });

  test("ends the wait before the next attempt, and leaves no listener behind", async () => {
    const ended = new AbortController();
    const server = await ViesServer.open((response) => {
      response.writeHead(503).end(() => setImmediate(() => ended.abort()));
    });
    const verdict = await verifierOf(server, { backoffMs: 10_000 }).verify(FRENCH, { signal: ended.signal });
    expect(verdict).toMatchObject({ status: "unavailable" });
    expect(server.asked).toHaveLength(1);
    expect(getEventListeners(ended.signal, "abort")).toHaveLength(0);
  });

  test("is not asked with if it was aborted before", async () => {
    const server = await ViesServer.open(verdict(true));
    const outcome = await verifierOf(server).verify(FRENCH, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ status: "unavailable" });
    expect(server.asked).toHaveLength(0);
  });
});
