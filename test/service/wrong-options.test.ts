import { createInvoicing, type FieldError, type InvoicingOptions, invoiceTotals } from "faktura";
import { storeContract } from "faktura/contract";
import { createHttpHandler } from "faktura/http";
import { MemoryStore, memoryStore } from "faktura/memory";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { freshFile } from "../support/stores.ts";

const store = memoryStore();
const invoicing = createInvoicing({ store });
const authenticate = () => null;
const NO_CURRENCY: FieldError = {
  pointer: "/currency",
  detail: 'must be an ISO 4217 currency code such as "EUR"; give it as { currency: "EUR" }',
};

test.each<[string, () => unknown, RegExp]>([
  ["nothing", () => createInvoicing(undefined as never), /needs \{ store \}/],
  ["a store in the place of the options", () => createInvoicing(store as never), /needs \{ store \}/],
  ["a class of stores", () => createInvoicing({ store: MemoryStore as never }), /needs \{ store \}/],
  [
    "a promise of a store",
    () => createInvoicing({ store: Promise.resolve(store) as never }),
    /, not a promise; await it$/,
  ],
  ["no store", () => createInvoicing({} as never), /, such as memoryStore\(\) or await openSqliteStore\(path\)$/],
])("createInvoicing refuses %s and says what to pass", (_, call, message) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});

test.each<[object, RegExp]>([
  [{ companies: new Map() }, /^companies must have a method profile/],
  [{ companies: null }, /^companies must have a method profile/],
  [{ clock: () => new Date() }, /^clock must have a method now/],
  [{ clock: null }, /^clock must have a method now/],
  [{ verifier: { ask: () => undefined } }, /^verifier must have a method verify/],
  [{ onEvent: "mail" }, /^onEvent must be a function, not a string$/],
  [{ rates: 25.5 }, /^rates must be an object/],
  [{ rates: { FI: 25.5 } }, /^rates: FI must be an array/],
])("createInvoicing refuses %o by name", (options, message) => {
  const call = () => createInvoicing({ store, ...options } as InvoicingOptions);
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});

test.each([
  [undefined, { authenticate }, /the object that createInvoicing returns/],
  [store, { authenticate }, /the object that createInvoicing returns/],
  [{ invoicing, authenticate }, undefined, /the object that createInvoicing returns/],
  [invoicing, undefined, /takes an object with the options authenticate/],
  [invoicing, {}, /needs `authenticate`, a function/],
  [invoicing, { authenticate, onError: "log" }, /^onError must be a function, not a string$/],
])("createHttpHandler refuses arguments that are none (%#)", (first, second, message) => {
  const call = () => createHttpHandler(first as never, second as never);
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});

test("a Node before 20 is named, together with the one that is needed", () => {
  const { isWellFormed } = String.prototype;
  try {
    Reflect.deleteProperty(String.prototype, "isWellFormed");
    expect(() => createInvoicing({ store })).toThrow(
      `faktura needs Node 20.19 or later, but this is ${process.version}; update Node`,
    );
  } finally {
    Object.defineProperty(String.prototype, "isWellFormed", {
      value: isWellFormed,
      writable: true,
      configurable: true,
    });
  }
});

test("an invalid company id is shown", () => {
  expect(() => invoicing.company(undefined as never)).toThrow(
    /^a company id must be a non-empty string .+, not undefined$/,
  );
  expect(() => invoicing.company(42 as never)).toThrow(/, not 42$/);
});

test.each([undefined, { path: "x.db" }, new URL("file:///x.db")])(
  "openSqliteStore refuses %o as a path",
  async (path) => {
    const opened = openSqliteStore(path as never);
    await expect(opened).rejects.toThrow(/^openSqliteStore needs the path of a file/);
    await expect(opened).rejects.toBeInstanceOf(TypeError);
  },
);

test("the SQLite stores refuse options and arguments of another kind", async () => {
  await expect(openSqliteStore(freshFile(), { lockTimeoutMs: "5" as never })).rejects.toThrow(
    /^lockTimeoutMs must be .+"5"$/,
  );
  await expect(openSqliteStore(freshFile(), { numbers: {} as never })).rejects.toThrow(/^numbers must be a function/);
  expect(() => sqliteStore("x.db" as never)).toThrow(/for a path, use await openSqliteStore/);
});

test.each([
  ["test", { open: async () => store }],
  ["open", { test: () => {} }],
])("storeContract says that %s is missing", (name, options) => {
  expect(() => storeContract(options as never)).toThrow(`storeContract needs ${name}, a function`);
});

test.each<[unknown, unknown, FieldError[]]>([
  [[], undefined, [NO_CURRENCY]],
  [[], "EUR", [NO_CURRENCY]],
  [
    { items: [], currency: "EUR" },
    undefined,
    [NO_CURRENCY, { pointer: "/items", detail: "must be an array, not an object" }],
  ],
])("invoiceTotals(%j, %j) names what is missing", (items, options, errors) => {
  const call = () => invoiceTotals(items as never, options as never);
  expect(call).toThrow(expect.objectContaining({ code: "request_invalid", errors }));
});
