import { type InvoiceOrder, isRefusal, type VatNumberVerifier } from "faktura";
import { parseVatNumber } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "../books.ts";

/** The last digit is the check of the seven before it. */
const VALID_AUSTRIAN = oneTo(99).flatMap((place) => {
  const number = `1000${place}`.padEnd(7, "0");
  const found = [...Array(10).keys()].map((check) => `${number}${check}`);
  return found.filter((candidate) => parseVatNumber(`ATU${candidate}`)?.checksum === "ok").slice(0, 1);
});

const KEY = { idempotencyKey: "june" };
const noted = (count: number) => oneTo(count).map((place) => order({ note: `${place}` }));

describe.each(STORES)("$name", ({ open }) => {
  test("orders issued together have consecutive numbers in their order, even while others issue", async () => {
    const { acme, store, events } = await openBooks(await open());
    const [first, together, last] = await Promise.all([
      acme.issue(order()),
      acme.issueMany(noted(200)),
      acme.issue(order()),
    ]);
    expect(together.map(({ note, invoiceNumber }) => [note, invoiceNumber])).toEqual(
      oneTo(200).map((place) => [`${place}`, `INV-202611-${`${place + 1}`.padStart(4, "0")}`]),
    );
    expect([first.invoiceNumber, last.invoiceNumber]).toEqual(["INV-202611-0001", "INV-202611-0202"]);
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(202), oneTo(202)]);
    expect(events.map(({ invoice }) => invoice?.id)).toEqual([first, ...together, last].map(({ id }) => id));
    const { payments, creditNotes, ...stored } = await acme.get(together[7]!.id);
    expect(stored).toStrictEqual(together[7]);
    await store.close();
  });

  test("a repeat under one key gives the same invoices, also when repeats race", async () => {
    const { acme, store, events } = await openBooks(await open());
    const raced = await Promise.all(oneTo(3).map(() => acme.issueMany(noted(5), KEY)));
    expect(raced[1]).toEqual(raced[0]);
    expect(await acme.issueMany(noted(5), KEY)).toEqual(raced[0]);
    expect([await countersOf(store), events.length]).toEqual([oneTo(5), 5]);
    await store.close();
  });
});

test("one order that is refused leaves nothing behind of the others, and is named by its place", async () => {
  const { acme, store } = await openBooks();
  const before = await traceOf(store);
  const faulty: [Partial<InvoiceOrder>, string, string][] = [
    [{ items: [{ description: "Pen", quantity: 0, unitPrice: 1 }] }, "request_invalid", "/2/items/0/quantity"],
    [{ clientCountry: undefined }, "client_country_required", "/2/clientCountry"],
    [{ taxRate: 7 }, "tax_rate_conflict", "/2/taxRate"],
    [{ clientCountry: "FR", clientVatNumber: "FR1" }, "vat_number_invalid", "/2/clientVatNumber"],
  ];
  for (const [changes, code, pointer] of faulty) {
    const orders = [order(), order(), order(changes), order()];
    await expect(acme.issueMany(orders)).rejects.toMatchObject({ code, errors: [{ pointer }] });
  }
  expect(await traceOf(store)).toEqual(before);
});

test("a clock that is out of step refuses all of them", async () => {
  const { acme, clock, store } = await openBooks();
  await acme.issue(order());
  clock.set("2026-11-10T12:00:00.000Z");
  await expect(acme.issueMany(noted(3))).rejects.toMatchObject({ code: "clock_out_of_step" });
  expect(await countersOf(store)).toEqual([1]);
});

test("no orders are no invoices; more than 1,000, or 10,000 lines together, are refused", async () => {
  const { acme, store } = await openBooks();
  expect(await acme.issueMany([])).toEqual([]);
  await expect(acme.issueMany([], { idempotencyKey: "" })).rejects.toMatchObject({ code: "request_invalid" });
  const line = { description: "Pen", quantity: 1, unitPrice: 1 };
  const long = order({ items: Array(1000).fill(line) });
  for (const [orders, detail] of [
    [noted(1001), "must have at most 1000 entries"],
    [[...Array(10).fill(long), order()], "must have at most 10000 items in total; split them into several calls"],
    [order() as unknown as InvoiceOrder[], "must be an array of orders, not an object"],
  ] as const) {
    const errors = [{ pointer: "", detail }];
    await expect(acme.issueMany(orders)).rejects.toMatchObject({ code: "request_invalid", errors });
  }
  expect(await countersOf(store)).toEqual([]);
  expect(await acme.issueMany(Array(10).fill(long))).toHaveLength(10);
  expect(await acme.issueMany(noted(1000))).toHaveLength(1000);
});

test("as many numbers as there are orders are verified, each order's once", async () => {
  const asked: string[] = [];
  const verify: VatNumberVerifier["verify"] = async ({ number }) => {
    asked.push(number);
    return { status: "valid", consultationNumber: undefined };
  };
  const { acme, store, events } = await openBooks(undefined, {}, { verifier: { verify } });
  const numbers = oneTo(17).map((place) => `U${VALID_AUSTRIAN[place - 1]}`);
  const orders = numbers.map((number) => order({ clientCountry: "AT", clientVatNumber: `AT${number}` }));
  expect((await acme.issueMany(orders)).map(({ clientVatNumber }) => clientVatNumber)).toEqual(
    numbers.map((number) => `AT${number}`),
  );
  expect(asked).toEqual(numbers);
  expect(await countersOf(store)).toEqual(oneTo(17));
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["invoice.issued"]));
});

test("the error of a broken verifier is passed on unchanged", async () => {
  const fault = new Error("the cable is cut");
  const { acme } = await openBooks(undefined, {}, { verifier: { verify: () => Promise.reject(fault) } });
  const toFrance = order({ clientCountry: "FR", clientVatNumber: "FR40303265045" });
  await expect(acme.issueMany([order(), toFrance])).rejects.toBe(fault);
});

test("a key is one across single orders and orders together", async () => {
  const { acme } = await openBooks();
  const reused = (error: unknown) => isRefusal(error, "idempotency_key_reused");
  await acme.issueMany(noted(2), KEY);
  await expect(acme.issueMany(noted(3), KEY)).rejects.toSatisfy(reused);
  await expect(acme.issue(order({ note: "1" }), KEY)).rejects.toSatisfy(reused);
  await acme.issue(order(), { idempotencyKey: "july" });
  await expect(acme.issueMany([order()], { idempotencyKey: "july" })).rejects.toSatisfy(reused);
  await expect(acme.issueMany(noted(2), { idempotencyKey: "x".repeat(254) })).rejects.toMatchObject({
    errors: [{ parameter: "idempotencyKey", detail: expect.any(String) }],
  });
  expect(await acme.issueMany([order()], { idempotencyKey: "x".repeat(255) })).toHaveLength(1);
});

test("keys that are made from one another are refused where they meet, and nothing is written", async () => {
  const reused = (error: unknown) => isRefusal(error, "idempotency_key_reused");
  for (const [first, second] of [
    ["K", "K#2"],
    ["K#2", "K"],
  ] as const) {
    const { acme, store } = await openBooks();
    await acme.issueMany(noted(2), { idempotencyKey: first });
    await expect(acme.issueMany(noted(2), { idempotencyKey: second })).rejects.toSatisfy(reused);
    expect(await countersOf(store)).toEqual([1, 2]);
  }
});

test("calls that store too much together do not share a commit", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const long = order({ note: "x".repeat(4000) });
  await Promise.all(oneTo(3).map(() => acme.issueMany(Array(120).fill(long))));
  expect(store.transactions).toBe(3);
  expect(await countersOf(store)).toEqual(oneTo(360));
});

test("a replay is answered whatever would refuse the orders now", async () => {
  let profile: ReturnType<typeof germanProfile> | undefined = germanProfile();
  const { acme, clock } = await openBooks(undefined, {}, { companies: { profile: () => profile } });
  const issued = await acme.issueMany(noted(3), KEY);
  profile = undefined;
  clock.set("2020-01-01T00:00:00.000Z");
  expect(await acme.issueMany(noted(3), KEY)).toEqual(issued);
});

test("every number that decides is verified, a replay's none, and the first that fails is named", async () => {
  const asked: string[] = [];
  const verifier: VatNumberVerifier = {
    verify: async ({ number }) => {
      asked.push(number);
      return { status: number === "40303265045" ? "valid" : "invalid", consultationNumber: undefined };
    },
  };
  const { acme, store } = await openBooks(undefined, {}, { verifier });
  const toFrance = (clientVatNumber: string) => order({ clientCountry: "FR", clientVatNumber });
  const valid = [toFrance("FR40303265045"), order(), toFrance("FR40303265045")];
  await acme.issueMany(valid, KEY);
  await acme.issueMany(valid, KEY);
  expect(asked).toEqual(["40303265045"]);
  const invalid = [...valid, toFrance("FR61954506077"), toFrance("FR83404833048")];
  await expect(acme.issueMany(invalid)).rejects.toMatchObject({
    code: "vat_number_invalid",
    errors: [{ pointer: "/3/clientVatNumber" }],
  });
  expect(await countersOf(store)).toEqual(oneTo(3));
});
