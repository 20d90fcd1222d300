import { type ViesOptions, viesVerifier } from "faktura/vies";
import { afterEach, describe, expect, test } from "vitest";
import { closeViesServers, FRENCH, ViesServer, verdict, verifierOf } from "./server.ts";

afterEach(closeViesServers);

describe("an invalid option is a TypeError that names the option", () => {
  const milliseconds = ["timeoutMs", "backoffMs", "deadlineMs"].flatMap((name): [string, unknown][] =>
    [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5000", null].map((value) => [name, value]),
  );
  test.each<[string, unknown]>([
    ...milliseconds,
    ["timeoutMs", 0],
    ["deadlineMs", 0],
    ["attempts", 0],
    ["attempts", 1.5],
    ["attempts", "3"],
    ["attempts", Number.POSITIVE_INFINITY],
    ["fetch", "fetch"],
    ["endpoint", ""],
    ["endpoint", "/check-vat-number"],
    ["endpoint", "ftp://vies.example/"],
    ["endpoint", "https://name@vies.example/"],
    ["endpoint", 7],
  ])("%s: %j", (name, value) => {
    const make = () => viesVerifier({ [name]: value } as ViesOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${name} must be `));
  });

  test("and does not contain a password", () => {
    expect(() => viesVerifier({ endpoint: "https://name:secret@vies.example/" })).not.toThrow(/secret/);
    expect(() => viesVerifier({ endpoint: "https://name:secret@vies.example/" })).toThrow(/^endpoint must be /);
  });
});

test("an option that is undefined is absent", () => {
  const names = ["endpoint", "timeoutMs", "attempts", "backoffMs", "deadlineMs", "fetch"] as const;
  expect(() => viesVerifier(Object.fromEntries(names.map((name) => [name, undefined])))).not.toThrow();
});

test("without options, requests go to the Commission's service", async () => {
  const server = await ViesServer.open(verdict(true));
  const asked: string[] = [];
  const verifier = viesVerifier({
    fetch(url, init) {
      asked.push(url);
      return fetch(server.endpoint, init);
    },
  });
  expect(await verifier.verify(FRENCH)).toMatchObject({ status: "valid" });
  expect(asked).toEqual(["https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number"]);
});

test("the global fetch is looked up at the time of the call, because hosts may have replaced it", async () => {
  const server = await ViesServer.open(verdict(true));
  const verifier = verifierOf(server);
  const former = globalThis.fetch;
  let calls = 0;
  globalThis.fetch = (...parameters) => {
    calls += 1;
    return former(...parameters);
  };
  try {
    await verifier.verify(FRENCH);
  } finally {
    globalThis.fetch = former;
  }
  expect(calls).toBe(1);
});

test("a failure of the host's own fetch is an outage, whatever it throws", async () => {
  for (const thrown of [new TypeError("fetch failed"), "text", undefined, null]) {
    const rejects = viesVerifier({ fetch: () => Promise.reject(thrown), backoffMs: 0 });
    expect(await rejects.verify(FRENCH)).toStrictEqual({
      status: "unavailable",
      detail: "VIES: the connection failed",
    });
  }
});

describe("a number", () => {
  test("of Great Britain is unavailable, and no request is sent", async () => {
    const server = await ViesServer.open(verdict(false));
    expect(await verifierOf(server).verify({ prefix: "GB", number: "980780684" })).toMatchObject({
      status: "unavailable",
    });
    expect(server.asked).toEqual([]);
  });

  test.each([
    { prefix: "GR", number: "094259216" },
    { prefix: "XX", number: "123456" },
    { prefix: "", number: "FR40303265045" },
    { prefix: "fr", number: "40303265045" },
    { prefix: "FR", number: "40 303 265 045" },
    { prefix: "FR", number: "" },
    { prefix: "DE", number: "100" },
  ])("that is not well formed is the caller's mistake: $prefix $number", async (inquiry) => {
    const server = await ViesServer.open(verdict(false));
    await expect(verifierOf(server).verify(inquiry)).rejects.toThrow(TypeError);
    expect(server.asked).toEqual([]);
  });
});
