import { type CompanyDirectory, type CompanyProfile, createInvoicing, type InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshFile, STORES } from "../support/stores.ts";
import { countersOf, openBooks } from "./books.ts";

test.each(STORES)("$name: a saved profile is read back, and replaced as a whole", async ({ open }) => {
  const { acme, store } = await openBooks(await open(), { iban: "DE02", address: { city: "Köln" } });
  expect(await acme.profile()).toEqual(germanProfile({ iban: "DE02", address: { city: "Köln" } }));
  expect(await acme.saveProfile(germanProfile({ name: "Neu" }))).toEqual(germanProfile({ name: "Neu" }));
  expect(await acme.profile()).toEqual(germanProfile({ name: "Neu" }));
  await store.close();
});

test.each(STORES)("$name: an issued invoice keeps what it printed; the next one prints anew", async ({ open }) => {
  const { acme, store } = await openBooks(await open());
  const first = await acme.issue(order());
  await acme.saveProfile(germanProfile({ name: "Neu", country: "AT", invoicePrefix: "N", defaultCurrency: "CHF" }));
  const second = await acme.issue(order());
  expect((await acme.get(first.id)).seller).toEqual({ name: "Firma GmbH", country: "DE", vatNumber: "DE136695976" });
  expect(second).toMatchObject({ invoiceNumber: "N-202611-0002", currency: "CHF", seller: { country: "AT" } });
  await store.close();
});

test("a host's own companies are read afresh for every call, and saved by the host alone", async () => {
  let profile: CompanyProfile | null = germanProfile();
  const { acme } = await openBooks(undefined, {}, { companies: { profile: () => profile } });
  await expect(acme.saveProfile(germanProfile())).rejects.toThrow(TypeError);
  expect((await acme.issue(order())).seller.name).toBe("Firma GmbH");
  profile = germanProfile({ name: "Neu" });
  expect((await acme.issue(order())).seller.name).toBe("Neu");
  profile = null;
  await expect(acme.profile()).rejects.toMatchObject({ code: "company_not_found" });
});

test("a profile of the host's that is none is a mistake of the host's, and no invoice is made from it", async () => {
  const broken = { ...germanProfile(), invoicePrefix: "" };
  const { acme, store } = await openBooks(undefined, {}, { companies: { profile: () => broken } });
  for (const call of [() => acme.issue(order()), () => acme.profile()]) {
    await expect(call()).rejects.toMatchObject({ name: "TypeError", cause: { code: "request_invalid" } });
  }
  expect(await countersOf(store)).toEqual([]);
});

test("a directory that fails passes its own error through", async () => {
  const companies: CompanyDirectory = { profile: async () => Promise.reject(new Error("the host's database is away")) };
  const { acme } = await openBooks(undefined, {}, { companies });
  await expect(acme.issue(order())).rejects.toThrow("the host's database is away");
});

test("invoicing without a store is a mistake in the host's code", async () => {
  const opening = openSqliteStore(freshFile());
  for (const options of [{ store: opening }, { store: {} }, { store: null }, {}]) {
    const create = () => createInvoicing(options as unknown as { store: InvoicingStore });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/await openSqliteStore/);
  }
  await (await opening).close();
});
