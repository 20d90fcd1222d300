import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { closeViesServers, FRENCH, fault, html, reply, ViesServer, verdict, verifierOf } from "./server.ts";

const GERMAN = "DE136695976";

afterEach(closeViesServers);

describe("the request", () => {
  test("is a POST of JSON with the service's names", async () => {
    const server = await ViesServer.open(verdict(true));
    await verifierOf(server).verify({ ...FRENCH, requester: GERMAN });
    expect(server.asked).toMatchObject([{ request: "POST /rest-api/check-vat-number" }]);
    expect(server.asked[0]!.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
    expect(server.asked[0]!.body).toEqual({
      countryCode: "FR",
      vatNumber: "40303265045",
      requesterMemberStateCode: "DE",
      requesterNumber: "136695976",
    });
  });

  test.each([
    { prefix: "EL", number: "094259216" },
    { prefix: "XI", number: "980780684" },
    { prefix: "IE", number: "1+23456A" },
  ])("asks about $prefix with that prefix", async ({ prefix, number }) => {
    const server = await ViesServer.open(verdict(true));
    expect(await verifierOf(server).verify({ prefix, number })).toMatchObject({ status: "valid" });
    expect(server.asked[0]!.body).toEqual({ countryCode: prefix, vatNumber: number });
  });

  test.each([
    ["de 136.695.976", { requesterMemberStateCode: "DE", requesterNumber: "136695976" }],
    ["GR094259216", { requesterMemberStateCode: "EL", requesterNumber: "094259216" }],
    ["136695976", {}],
    ["CHE-109.322.551 MWST", {}],
    ["EU372022452", {}],
    ["GB980780684", {}],
    ["", {}],
  ])("contains the requester %j in the format of VIES, or not at all", async (requester, named) => {
    const server = await ViesServer.open(verdict(true));
    await verifierOf(server).verify({ ...FRENCH, requester });
    expect(server.asked[0]!.body).toEqual({ countryCode: "FR", vatNumber: "40303265045", ...named });
  });
});

describe("a verdict", () => {
  test.each([
    { valid: true, status: "valid" },
    { valid: false, status: "invalid" },
  ])("is $status with the consultation number, if there is a requester", async ({ valid, status }) => {
    const server = await ViesServer.open(verdict(valid));
    const verifier = verifierOf(server);
    const consultationNumber = "WAPIAAAAaEDkvhHx";
    expect(await verifier.verify({ ...FRENCH, requester: GERMAN })).toStrictEqual({ status, consultationNumber });
    expect(await verifier.verify(FRENCH)).toStrictEqual({ status, consultationNumber: undefined });
    expect(server.asked.length).toBe(2);
  });

  test("has no consultation number if there is no requester, whatever the answer contains", async () => {
    const server = await ViesServer.open(verdict(true, { requestIdentifier: "WAPIAAAAaEDkvhHx" }));
    const answer = await verifierOf(server).verify(FRENCH);
    expect(answer).toStrictEqual({ status: "valid", consultationNumber: undefined });
  });

  test.each([[undefined], [null], [""], ["---"]])("has no consultation number for %j", async (given) => {
    const server = await ViesServer.open(verdict(true, { requestIdentifier: given }));
    const answer = await verifierOf(server).verify({ ...FRENCH, requester: GERMAN });
    expect(answer).toStrictEqual({ status: "valid", consultationNumber: undefined });
  });
});

const NO_VERDICTS: [string, object][] = [
  ["without valid", { valid: undefined }],
  ["with valid as text", { valid: "false" }],
  ["with valid as a number", { valid: 0 }],
  ["with valid null", { valid: null }],
  ["about another state", { countryCode: "BE" }],
  ["about another number", { vatNumber: "61954506077" }],
  ["about a number in digits", { vatNumber: 40303265045 }],
  ["about no number", { vatNumber: undefined }],
  ["with a number for a consultation number", { requestIdentifier: 7 }],
  ["with two lines for a consultation number", { requestIdentifier: "WAPI\nAAAA" }],
  ["with an endless consultation number", { requestIdentifier: "A".repeat(65) }],
  ["that failed", { actionSucceed: false }],
  ["with an unnamed error", { errorWrappers: [{}] }],
  ["with an error that is null", { errorWrappers: [null] }],
  ["with an error outside a list", { errorWrappers: { error: "MS_UNAVAILABLE" } }],
  ["with an error beside valid", { errorWrappers: [{ error: "MS_UNAVAILABLE" }] }],
  ["with an error of the other endpoint", { userError: "MS_MAX_CONCURRENT_REQ" }],
];

describe.each([true, false])("an answer with valid %s", (valid) => {
  test.each(NO_VERDICTS)("%s is not a verdict", async (_, changes) => {
    const server = await ViesServer.open(verdict(valid, changes));
    const answer = await verifierOf(server, { attempts: 1 }).verify({ ...FRENCH, requester: GERMAN });
    expect(answer).toStrictEqual({ status: "unavailable", detail: expect.stringMatching(/^VIES: \S/) });
  });

  test.each([201, 203, 400, 403, 404, 408, 429, 500, 503])("and HTTP %i is not a verdict", async (status) => {
    const server = await ViesServer.open((response, asked) => {
      response.statusCode = status;
      response.end(JSON.stringify({ ...asked.body, valid }));
    });
    const answer = await verifierOf(server, { attempts: 1 }).verify(FRENCH);
    expect(answer).toStrictEqual({ status: "unavailable", detail: `VIES: HTTP ${status}` });
  });
});

const PAGES: [string, ReturnType<typeof reply>][] = [
  ["HTML", html(200)],
  ["nothing", reply("")],
  ["half an answer", reply('{ "valid" : false, "countryCode" : "FR"')],
  ["null", reply("null")],
  ["false", reply("false")],
  ["a list", reply([{ valid: false }])],
];

test.each(PAGES)("%s is not a verdict, and not retried", async (_, play) => {
  const server = await ViesServer.open(play);
  expect(await verifierOf(server).verify(FRENCH)).toMatchObject({ status: "unavailable" });
  expect(server.asked.length).toBe(1);
});

test("the detail contains codes, and no other text from the answer", async () => {
  const detailOf = async (play: ReturnType<typeof reply>) =>
    verifierOf(await ViesServer.open(play), { attempts: 1 }).verify(FRENCH);
  const unavailable = (detail: string) => ({ status: "unavailable", detail });
  const down = "VIES: MS_UNAVAILABLE (the member state's register is down)";
  expect(await detailOf(fault("MS_UNAVAILABLE"))).toEqual(unavailable(down));
  expect(await detailOf(fault("SOMETHING_NEW"))).toEqual(unavailable("VIES: unknown error (SOMETHING_NEW)"));
  expect(await detailOf(fault("VOW-ERR-11", 400))).toEqual(unavailable("VIES: HTTP 400 (VOW-ERR-11)"));
  for (const code of ["<b>Call 555</b>", "toString", `A${"B".repeat(64)}`, ""]) {
    expect(await detailOf(fault(code))).toEqual(unavailable("VIES: unknown error"));
  }
});

test("whatever the answer, the status is only invalid if the register said so", async () => {
  const json = fc.record(
    {
      valid: fc.constantFrom<unknown>(true, false, "false", 0, null),
      countryCode: fc.constantFrom<unknown>("FR", "BE", null),
      vatNumber: fc.constantFrom<unknown>("40303265045", "403", 40303265045),
      actionSucceed: fc.constantFrom<unknown>(true, false, null),
      errorWrappers: fc.constantFrom<unknown>([], [{ error: "TIMEOUT" }], [{}], { error: "INVALID_INPUT" }, "no"),
      userError: fc.constantFrom<unknown>("", "INVALID", "TIMEOUT", 1),
    },
    { requiredKeys: [] },
  );
  const status = fc.constantFrom(200, 200, 400, 500);
  let next = html(500);
  const server = await ViesServer.open((response, asked) => next(response, asked));
  const verifier = verifierOf(server, { attempts: 1 });
  await fc.assert(
    fc.asyncProperty(json, status, async (body, code) => {
      next = reply(body, code);
      const saysNo = body.valid === false && body.countryCode === "FR" && body.vatNumber === "40303265045";
      const hasFault =
        [false, null].includes(body.actionSucceed as null) || ["TIMEOUT", 1].includes(body.userError as 1);
      const hasError = !["[]", undefined].includes(JSON.stringify(body.errorWrappers));
      const isNo = code === 200 && saysNo && !hasFault && !hasError;
      expect((await verifier.verify(FRENCH)).status === "invalid").toBe(isNo);
    }),
    { numRuns: 300 },
  );
});
