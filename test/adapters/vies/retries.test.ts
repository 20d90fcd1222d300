import { afterEach, describe, expect, test } from "vitest";
import { closeViesServers, FRENCH, fault, html, type Play, reply, ViesServer, verdict, verifierOf } from "./server.ts";

afterEach(closeViesServers);

const PASSING = [
  "SERVICE_UNAVAILABLE",
  "MS_UNAVAILABLE",
  "TIMEOUT",
  "SERVER_BUSY",
  "GLOBAL_MAX_CONCURRENT_REQ",
  "GLOBAL_MAX_CONCURRENT_REQ_TIME",
  "MS_MAX_CONCURRENT_REQ",
  "MS_MAX_CONCURRENT_REQ_TIME",
  "VOW-ERR-1",
];
const LASTING = ["VAT_BLOCKED", "IP_BLOCKED", "VOW-ERR-11", "VOW-ERR-2600", "SOMETHING_NEW"];
const REFUSED = ["INVALID_REQUESTER_INFO", "VOW-ERR-2500", "VOW-ERR-2700", "INVALID_INPUT"];

/** The same fault as the service's other endpoint reports it: along with a meaningless `valid: false`. */
function userError(code: string): Play {
  return verdict(false, { userError: code });
}

describe.each([
  ["with HTTP 200", (code: string) => fault(code)],
  ["with HTTP 400", (code: string) => fault(code, 400)],
  ["beside valid: false", userError],
])("a fault %s", (_, faulty) => {
  test.each(PASSING)("%s is retried until it is gone", async (code) => {
    const server = await ViesServer.open(faulty(code), faulty(code), verdict(true));
    expect(await verifierOf(server).verify(FRENCH)).toMatchObject({ status: "valid" });
    expect(server.asked.length).toBe(3);
  });

  test.each(PASSING)("%s that persists is an outage after all attempts", async (code) => {
    const server = await ViesServer.open(faulty(code));
    const answer = await verifierOf(server, { attempts: 4 }).verify(FRENCH);
    expect(answer).toStrictEqual({ status: "unavailable", detail: expect.stringContaining(`VIES: ${code} (`) });
    expect(server.asked.length).toBe(4);
  });

  test.each([...LASTING, ...REFUSED])("%s is not retried, and is not a verdict", async (code) => {
    const server = await ViesServer.open(faulty(code), verdict(false));
    const answer = await verifierOf(server).verify(FRENCH);
    expect(answer).toStrictEqual({ status: "unavailable", detail: expect.stringContaining(code) });
    expect(server.asked.length).toBe(1);
  });

  test.each(REFUSED)("%s is retried without the requester", async (code) => {
    const server = await ViesServer.open(faulty(code), faulty("MS_UNAVAILABLE"), verdict(true));
    const answer = await verifierOf(server, { attempts: 2 }).verify({ ...FRENCH, requester: "DE136695976" });
    expect(answer).toStrictEqual({ status: "valid", consultationNumber: undefined });
    expect(server.asked.map(({ body }) => body["requesterNumber"])).toEqual(["136695976", undefined, undefined]);
  });

  test.each(REFUSED)("%s without the requester too is not a verdict", async (code) => {
    const server = await ViesServer.open(faulty(code));
    const answer = await verifierOf(server).verify({ ...FRENCH, requester: "DE136695976" });
    expect(answer).toMatchObject({ status: "unavailable" });
    expect(server.asked.length).toBe(2);
  });

  test.each([...LASTING, ...PASSING])("%s does not drop the requester", async (code) => {
    const server = await ViesServer.open(faulty(code));
    await verifierOf(server).verify({ ...FRENCH, requester: "DE136695976" });
    expect(new Set(server.asked.map(({ body }) => body["requesterNumber"]))).toEqual(new Set(["136695976"]));
  });
});

test.each([500, 502, 503, 504, 408, 429])("HTTP %i with a page is retried until it is gone", async (status) => {
  const server = await ViesServer.open(html(status), html(status), verdict(false));
  expect(await verifierOf(server).verify(FRENCH)).toMatchObject({ status: "invalid" });
  expect(server.asked.length).toBe(3);
});

test.each([400, 403, 404, 405])("HTTP %i with a page is not retried", async (status) => {
  const server = await ViesServer.open(html(status));
  const answer = await verifierOf(server).verify(FRENCH);
  expect(answer).toStrictEqual({ status: "unavailable", detail: `VIES: HTTP ${status}` });
  expect(server.asked.length).toBe(1);
});

test("different faults count together", async () => {
  const server = await ViesServer.open(html(500), (response) => response.destroy(), fault("TIMEOUT"), verdict(true));
  expect(await verifierOf(server).verify(FRENCH)).toMatchObject({ status: "unavailable" });
  expect(server.asked.length).toBe(3);
});

test("one attempt is one request", async () => {
  const server = await ViesServer.open(fault("MS_UNAVAILABLE"), verdict(true));
  expect(await verifierOf(server, { attempts: 1 }).verify(FRENCH)).toMatchObject({ status: "unavailable" });
  expect(server.asked.length).toBe(1);
});

describe("Retry-After", () => {
  const full = (after: string, status = 429) => reply("", status, { "Retry-After": after });

  test("is respected with HTTP 429 and 503: an earlier request would be refused", async () => {
    const isHeeded = async (status: number) => {
      let isFull = true;
      const server = await ViesServer.open((response, asked) => {
        if (server.asked.length === 1) setTimeout(() => (isFull = false), 900);
        const play = isFull ? full("1", status) : verdict(true);
        play(response, asked);
      });
      expect(await verifierOf(server).verify(FRENCH), `${status}`).toMatchObject({ status: "valid" });
      expect(server.asked.length).toBe(2);
    };
    await Promise.all([isHeeded(429), isHeeded(503)]);
  });

  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();

  test.each(["21", "99999999999999999999", tomorrow])(
    "of %s is past the deadline, and not waited for",
    async (after) => {
      const server = await ViesServer.open(full(after), verdict(true));
      expect(await verifierOf(server).verify(FRENCH)).toMatchObject({ status: "unavailable" });
      expect(server.asked.length).toBe(1);
    },
  );

  const yesterday = new Date(Date.now() - 86_400_000).toUTCString();

  test.each(["0", yesterday, "soon", "-5", ""])("of %j causes no wait", async (after) => {
    const server = await ViesServer.open(full(after), verdict(true));
    expect(await verifierOf(server, { deadlineMs: 10_000 }).verify(FRENCH)).toMatchObject({ status: "valid" });
    expect(server.asked.length).toBe(2);
  });

  test("never shortens a wait", async () => {
    const server = await ViesServer.open(full("soon"), verdict(true));
    const verifier = verifierOf(server, { backoffMs: 60_000, deadlineMs: 30_000 });
    expect(await verifier.verify(FRENCH)).toMatchObject({ status: "unavailable" });
    expect(server.asked.length).toBe(1);
  });
});

test("a wait that would exceed the deadline does not begin", async () => {
  const server = await ViesServer.open(fault("MS_UNAVAILABLE"), verdict(true));
  const verifier = verifierOf(server, { backoffMs: 60_000, deadlineMs: 30_000 });
  expect(await verifier.verify(FRENCH)).toMatchObject({ status: "unavailable" });
  expect(server.asked.length).toBe(1);
});

test("concurrent calls do not affect each other", async () => {
  const server = await ViesServer.open((response, asked) => {
    const play = asked.body["countryCode"] === "FR" ? fault("MS_UNAVAILABLE") : verdict(true);
    play(response, asked);
  });
  const verifier = verifierOf(server);
  const numbers = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? FRENCH : { prefix: "DE", number: "136695976" },
  );
  const answers = await Promise.all(numbers.map((inquiry) => verifier.verify(inquiry)));
  expect(answers.map(({ status }) => status)).toEqual(
    numbers.map(({ prefix }) => (prefix === "FR" ? "unavailable" : "valid")),
  );
});
