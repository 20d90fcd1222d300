/** Goal: a faulty idempotency key is named as the caller wrote it: the option in the process, the header over HTTP. */
import { expect, test } from "vitest";
import { openService } from "../http/client.ts";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";
import { refusalOf } from "./refusal-of.ts";

const SHAPE = "must be 1 to 255 visible ASCII characters";
const REUSED = "was used for a different request; use a new key for a new request, and repeat a request unchanged";

test("in the process it is the option idempotencyKey", async () => {
  const { acme } = await openBooks();
  for (const call of [
    () => acme.issue(order(), { idempotencyKey: "a b" }),
    () => acme.issueMany([order(), order()], { idempotencyKey: "x".repeat(255) }),
    () => acme.recordPayment("id", { amount: 1 }, { idempotencyKey: "a b" }),
    () => acme.credit("id", { reason: "x" }, { idempotencyKey: "a b" }),
  ]) {
    const detail = `idempotencyKey: ${SHAPE}`;
    expect(await refusalOf(call())).toEqual([`The request is not valid. ${detail}.`, detail]);
  }
  await acme.issue(order(), { idempotencyKey: "a" });
  const [, reused] = await refusalOf(acme.issue(order({ note: "x" }), { idempotencyKey: "a" }));
  expect(reused).toBe(`idempotencyKey: ${REUSED}`);
});

test("a key of another type is shown, and so is a header that was taken for the option", async () => {
  const { acme } = await openBooks();
  const said = async (options: unknown) => (await refusalOf(acme.issue(order(), options as never))).slice(1);
  expect(await said({ idempotencyKey: 17 })).toEqual(["idempotencyKey: must be a string, not 17"]);
  expect(await said({ idempotencyKey: null })).toEqual([
    "idempotencyKey: must be a string, not null; leave it out if there is none",
  ]);
  expect(await said({ "Idempotency-Key": "a" })).toEqual([
    "Idempotency-Key: is not a known option; did you mean idempotencyKey?",
  ]);
});

test("over HTTP it is the header Idempotency-Key", async () => {
  const { call } = await openService();
  const post = async (key: string, json: object) =>
    (await call("POST /invoices", { json, headers: { "Idempotency-Key": key } })).body;
  const faulty = await post("a b", order());
  expect(faulty.errors).toEqual([{ parameter: "Idempotency-Key", detail: SHAPE }]);
  expect(faulty.detail).toBe(`The request is not valid. Idempotency-Key: ${SHAPE}.`);
  await post("a", order());
  expect((await post("a", order({ note: "x" }))).errors).toEqual([{ parameter: "Idempotency-Key", detail: REUSED }]);
});
