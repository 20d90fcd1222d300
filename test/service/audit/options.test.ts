/** Goal: an audit names an invalid option, and accepts every valid one. */
import { type AuditOptions, createInvoicing } from "faktura";
import { MemoryStore } from "faktura/memory";
import { expect, test } from "vitest";

const DIGEST = "0123456789abcdef".repeat(4);
const audit = (options: AuditOptions) => createInvoicing({ store: new MemoryStore() }).company("acme").audit(options);
const NO_HEAD =
  "expect must be the head of an earlier audit: its position and digest, as position:digest, or only the digest";
const NO_START = "since must be the head of an earlier audit: its position and digest, or position:digest";
const pageSize = (given: string) => `pageSize must be a whole number from 1 to 10000, not ${given}`;

test.each<[object, string]>([
  [{ expect: "no digest" }, NO_HEAD],
  [{ expect: "" }, NO_HEAD],
  [{ expect: null }, NO_HEAD],
  [{ expect: {} }, NO_HEAD],
  [{ expect: { position: -1, digest: DIGEST } }, NO_HEAD],
  [{ expect: { position: 1.5, digest: DIGEST } }, NO_HEAD],
  [{ expect: { digest: DIGEST } }, NO_HEAD],
  [{ since: DIGEST }, NO_START],
  [{ since: { position: 1.5, digest: DIGEST } }, NO_START],
  [{ since: null }, NO_START],
  [{ since: `1:${DIGEST}`, expect: DIGEST }, "expect and since cannot be combined: since must also be in the journal"],
  [{ pageSize: 0 }, pageSize("0")],
  [{ pageSize: 10_001 }, pageSize("10001")],
  [{ pageSize: 1.5 }, pageSize("1.5")],
  [{ pageSize: "20" }, pageSize('"20"')],
  [{ onFinding: "print" }, "onFinding must be a function, not a string"],
  [{ onProgress: "print" }, "onProgress must be a function, not a string"],
  [{ onprogress: () => undefined }, "audit: onprogress is not a known option; did you mean onProgress?"],
])("%j are no options of an audit", async (options, message) => {
  await expect(audit(options)).rejects.toThrow(new TypeError(message));
});

test.each([1, 10_000])("a page may have %i rows", async (pageSize) => {
  expect(await audit({ pageSize })).toMatchObject({ findings: [] });
});

test.each([
  [`1234567890123456:${DIGEST}`],
  [`:${DIGEST}`],
  [`-1:${DIGEST}`],
  [`1:${DIGEST}0`],
  [`1:${DIGEST.slice(1)}`],
  [`1:${DIGEST.toUpperCase()}`],
  [` ${DIGEST}`],
  [`1:${DIGEST}\n`],
])("%j is no head", async (head) => {
  await expect(audit({ expect: head })).rejects.toThrow(new TypeError(NO_HEAD));
});

test.each([DIGEST, `0:${DIGEST}`, `123456789012345:${DIGEST}`, { position: 7, digest: DIGEST }])(
  "%j is a head, which empty books do not have",
  async (head) => {
    expect((await audit({ expect: head })).findings).toMatchObject([{ code: "history_rewritten" }]);
  },
);
