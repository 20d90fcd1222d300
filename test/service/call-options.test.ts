import { type Company, type InvoicingStore, isRefusal } from "faktura";
import { beforeEach, describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks, traceOf } from "./books.ts";

let acme: Company;
let store: InvoicingStore;
let invoiceId: string;

beforeEach(async () => {
  ({ acme, store } = await openBooks());
  invoiceId = (await acme.issue(order())).id;
});

const CALLS: [string, (options: never) => Promise<unknown>][] = [
  ["issue", (options) => acme.issue(order(), options)],
  ["issueOrReplay", (options) => acme.issueOrReplay(order(), options)],
  ["recordPayment", (options) => acme.recordPayment(invoiceId, { amount: 1 }, options)],
];

/** What the refused call says is wrong with its options; nothing may have come of it. */
async function faultsOf(call: (options: never) => Promise<unknown>, options: unknown) {
  const before = await traceOf(store);
  const error = await call(options as never).catch((reason: unknown) => reason);
  expect(await traceOf(store)).toEqual(before);
  return isRefusal(error, "request_invalid") ? error.errors : expect.fail(`not a refusal: ${error}`);
}

test("an unknown source is a TypeError, because the source decides whether invoices are billed", async () => {
  const { invoicing } = await openBooks();
  for (const source of ["Panel", "", null, 1])
    expect(() => invoicing.company("acme", { source: source as never })).toThrow(/^source must be one of api, panel/);
});

describe.each(CALLS)("%s", (_name, call) => {
  test.each(["idempotencykey", "idempotenceKey", "IdempotencyKey", "idempotency_key"])(
    "refuses the option %s, for a key that is passed over in silence would do everything twice",
    async (misspelt) => {
      const detail = "is not a known option; did you mean idempotencyKey?";
      expect(await faultsOf(call, { [misspelt]: "k" })).toEqual([{ parameter: misspelt, detail }]);
    },
  );

  test.each(["k", null, 1, true, ["k"], () => "k"])(
    "refuses options that are %o, and names idempotencyKey",
    async (given) => {
      const detail = expect.stringContaining("idempotencyKey");
      expect(await faultsOf(call, given)).toEqual([{ parameter: "", detail }]);
    },
  );

  test("takes options without a key, and counts every call", async () => {
    for (const options of [{}, { idempotencyKey: undefined }]) await call(options as never);
    expect([(await store.billing.pending("acme")).length, (await acme.get(invoiceId)).payments.length].sort()).toEqual(
      _name === "recordPayment" ? [1, 2] : [0, 3],
    );
  });
});
