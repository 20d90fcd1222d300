import type { Company, InvoicingStore } from "faktura";
import { beforeEach, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { faultyPlaces } from "../invoices/faulty-places.ts";

let acme: Company;
let store: InvoicingStore;
let invoiceId: string;

beforeEach(async () => {
  ({ acme, store } = await openBooks());
  invoiceId = (await acme.issue(order())).id;
});

test.each([
  ["a negative limit", { limit: -1 }, ["limit"]],
  ["a limit of 0", { limit: 0 }, ["limit"]],
  ["a limit of 101", { limit: 101 }, ["limit"]],
  ["page 0", { page: 0 }, ["page"]],
  ["half a page", { page: 1.5 }, ["page"]],
  ["an endless page", { page: Number.POSITIVE_INFINITY, limit: Number.NaN }, ["page", "limit"]],
  ["more pages than can be counted", { page: 2 ** 53 }, ["page"]],
  ["a page as text", { page: "2" }, ["page"]],
  ["from after to", { from: "2026-12-01", to: "2026-11-30" }, ["from"]],
  ["an impossible day", { from: "2026-13-01", to: "2026-11-31" }, ["from", "to"]],
  ["an unknown status", { status: "sent" }, ["status"]],
  ["a misspelt parameter", { staus: "SENT" }, ["staus"]],
])("a list with %s is refused", async (_what, request, places) => {
  expect(await faultyPlaces(store, () => acme.list(request as object))).toEqual(places);
});

test("a page beyond the end is empty, however far", async () => {
  for (const page of [2, 1000, Number.MAX_SAFE_INTEGER]) {
    expect(await acme.list({ page, limit: 100 })).toEqual({ data: [], page, limit: 100, total: 1 });
  }
});

test.each([
  [{ amount: 0 }, ["/amount"]],
  [{ amount: Number.NaN, paidOn: "2026-02-30" }, ["/amount", "/paidOn"]],
  [{ amount: "5", method: "", refrence: "x" }, ["/amount", "/method", "/refrence"]],
  [{}, ["/amount"]],
])("the payment %o is refused", async (payment, places) => {
  expect(await faultyPlaces(store, () => acme.recordPayment(invoiceId, payment as { amount: number }))).toEqual(places);
});

test.each([{ reason: "" }, { reason: 1 }, { reason: "x".repeat(1001) }])(
  "the cancellation %o is refused",
  async (given) => {
    expect(await faultyPlaces(store, () => acme.cancel(invoiceId, given as { reason: string }))).toEqual(["/reason"]);
  },
);

test.each([
  [{ country: "EL", invoicePrefix: "INV-", timeZone: "Mars/Olympus" }, ["/country", "/invoicePrefix", "/timeZone"]],
  [
    { vatRegistered: "true", language: "German", defaultCurrency: "DM" },
    ["/vatRegistered", "/defaultCurrency", "/language"],
  ],
  [{ vatRegisterd: true, name: "\0" }, ["/name", "/vatRegisterd"]],
])("the profile %o is refused", async (changes, places) => {
  const profile = { ...germanProfile(), ...changes } as ReturnType<typeof germanProfile>;
  expect(await faultyPlaces(store, () => acme.saveProfile(profile))).toEqual(places);
  expect(await acme.profile()).toEqual(germanProfile());
});
