import { type CompanyDirectory, type CompanyProfile, createInvoicing, type InvoicingStore } from "faktura";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { connectRaw, freshFile, STORES } from "../support/stores.ts";
import { countersOf, openBooks } from "./books.ts";

test.each(STORES)("$name: a saved profile is read back, and replaced as a whole", async ({ open }) => {
  const { acme, store } = await openBooks(await open(), { bic: "BYLADEM1001", address: { city: "Köln" } });
  expect(await acme.profile()).toEqual(germanProfile({ bic: "BYLADEM1001", address: { city: "Köln" } }));
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

test("an invalid profile from the host is a TypeError, and no invoice is issued from it", async () => {
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

test("a directory that never answers holds up one call alone", async () => {
  let asked = 0;
  const profile = () => {
    asked += 1;
    return asked === 1 ? new Promise<CompanyProfile>(() => {}) : germanProfile();
  };
  const { acme } = await openBooks(undefined, {}, { companies: { profile } });
  void acme.issue(order());
  expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-0001");
});

test("on SQLite no order uses a profile whose save failed", async () => {
  const path = freshFile();
  let failing = false;
  const store = sqliteStore(() => {
    const connection = connectRaw(path);
    const exec = (sql: string) => {
      if (failing && sql === "COMMIT") throw new Error("disk I/O error");
      return connection.exec(sql);
    };
    return { exec, prepare: (sql) => connection.prepare(sql), close: () => connection.close() };
  });
  const { acme } = await openBooks(store);
  for (let ticks = 0; ticks < 40; ticks += 1) {
    failing = true;
    const saving = acme.saveProfile(germanProfile({ name: "Never saved" })).catch(() => undefined);
    for (let tick = 0; tick < ticks; tick += 1) await undefined;
    const read = acme.suggestVat({ clientCountry: "DE" }).then(() => acme.profile());
    const name = (await acme.profile()).name;
    await saving;
    failing = false;
    expect([name, (await read).name]).toEqual(["Firma GmbH", "Firma GmbH"]);
  }
  await store.close();
});
