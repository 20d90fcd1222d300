/** Goal: an audit names an invalid option, and accepts every valid one. */
import { createInvoicing } from "faktura";
import { MemoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { parseExpectedHead, requireAuditOptions } from "../../../src/service/audit/options.ts";

const DIGEST = "0123456789abcdef".repeat(4);
const NO_HEAD =
  "expect must be the head of an earlier audit: its position and digest, as position:digest, or only the digest";
const pageSize = (given: string) => `pageSize must be a whole number from 1 to 10000, not ${given}`;

test.each<[object, string]>([
  [{ expect: "no digest" }, NO_HEAD],
  [{ expect: "" }, NO_HEAD],
  [{ expect: null }, NO_HEAD],
  [{ expect: {} }, NO_HEAD],
  [{ expect: { position: -1, digest: DIGEST } }, NO_HEAD],
  [{ expect: { position: 1.5, digest: DIGEST } }, NO_HEAD],
  [{ expect: { digest: DIGEST } }, NO_HEAD],
  [{ pageSize: 0 }, pageSize("0")],
  [{ pageSize: 10_001 }, pageSize("10001")],
  [{ pageSize: 1.5 }, pageSize("1.5")],
  [{ pageSize: "20" }, pageSize('"20"')],
  [{ onFinding: "print" }, "onFinding must be a function, not a string"],
  [{ onProgress: "print" }, "onProgress must be a function, not a string"],
  [{ onprogress: () => undefined }, "audit: onprogress is not a known option; did you mean onProgress?"],
])("%j are no options of an audit", async (options, message) => {
  const audit = createInvoicing({ store: new MemoryStore() }).company("acme").audit(options);
  await expect(audit).rejects.toThrow(new TypeError(message));
});

test("absent options have defaults", () => {
  const { onFinding, onProgress, ...settings } = requireAuditOptions({});
  expect(settings).toEqual({ expected: undefined, pageSize: 200 });
  expect(onFinding({ code: "digest_mismatch", detail: "" })).toBeUndefined();
  expect(onProgress({ read: 0, total: 0 })).toBeUndefined();
});

test.each([1, 10_000])("a page may have %i rows", (pageSize) => {
  expect(requireAuditOptions({ pageSize })).toMatchObject({ pageSize });
});

test.each([
  [DIGEST, { position: undefined, digest: DIGEST }],
  [`0:${DIGEST}`, { position: 0, digest: DIGEST }],
  [`123456789012345:${DIGEST}`, { position: 123456789012345, digest: DIGEST }],
  [`1234567890123456:${DIGEST}`, undefined],
  [`:${DIGEST}`, undefined],
  [`-1:${DIGEST}`, undefined],
  [`1:${DIGEST}0`, undefined],
  [`1:${DIGEST.slice(1)}`, undefined],
  [`1:${DIGEST.toUpperCase()}`, undefined],
  [` ${DIGEST}`, undefined],
  [`1:${DIGEST}\n`, undefined],
])("%j is read as %j", (text, head) => {
  expect(parseExpectedHead(text)).toEqual(head);
});
