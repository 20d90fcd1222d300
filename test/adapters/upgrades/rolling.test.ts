/**
 * Goal: while servers of this version and of the next one share a database, both go on working, and either may restart;
 * a next version that this one could damage refuses it.
 * Method: a next version is built from the sources, with a further script for each database. Both builds run here at once.
 */
import { createInvoicing, type InvoicingStore } from "faktura";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { type NextLibrary, nextLibrary } from "../../support/next-library.ts";
import { type Build, NOW, SHARED_DATABASES, type SharedDatabase } from "./databases.ts";

let additive: NextLibrary;
let breaking: NextLibrary;
beforeAll(async () => {
  additive = await nextLibrary("additive");
  breaking = await nextLibrary("breaking");
});

const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
afterEach(() => void warned.mockClear());

/** What a server of a build does with the company's invoices. */
function serverOf(build: Build & Partial<NextLibrary>, store: InvoicingStore) {
  const create = build.faktura?.createInvoicing ?? createInvoicing;
  return create({ store }).company("acme");
}

const counterOf = ({ invoiceNumber }: { invoiceNumber: string }) => Number(invoiceNumber.split("-").at(-1));

describe.each(SHARED_DATABASES)("$name", ({ open }) => {
  /** A database in use by a server of this build, which the next build then migrates. */
  async function rolling(next: NextLibrary) {
    const database = await open();
    const oldStore = await database.start(NOW);
    const old = serverOf(NOW, oldStore);
    await old.saveProfile(germanProfile());
    await old.issue(order());
    const before = await database.record();
    const newStore = await database.start(next);
    const renewed = serverOf(next, newStore);
    return { database, oldStore, old, newStore, renewed, before };
  }

  const closeAll = (...stores: InvoicingStore[]) => Promise.all(stores.map((store) => store.close()));

  async function restart(database: SharedDatabase, build: Build & Partial<NextLibrary> = NOW) {
    const store = await database.start(build);
    return { store, acme: serverOf(build, store) };
  }

  test("after an additive migration, servers of both versions issue side by side, without a gap", async () => {
    const { database, oldStore, old, newStore, renewed, before } = await rolling(additive);
    expect(await database.record()).toEqual({ version: before.version + 1, works_with: before.works_with });
    const issued = [await old.issue(order()), await renewed.issue(order())];
    issued.push(...(await Promise.all(oneTo(10).flatMap(() => [old.issue(order()), renewed.issue(order())]))));
    expect(issued.map(counterOf).sort((a, b) => a - b)).toEqual(oneTo(23).slice(1));
    const { id } = await old.issue(order());
    await renewed.recordPayment(id, { amount: 10 });
    expect((await old.cancel((await renewed.issue(order())).id)).status).toBe("CANCELLED");
    await old.credit(issued[1]!.id, { reason: "returned" });
    for (const acme of [old, renewed]) expect((await acme.audit()).findings).toEqual([]);
    await oldStore.ready();
    await newStore.ready();
    await closeAll(oldStore, newStore);
  });

  test("a server of this version answers fields that the next one has stored unchanged", async () => {
    const { oldStore, old, newStore, renewed } = await rolling(additive);
    const { id } = await renewed.issue(order());
    expect(await old.get(id)).toEqual(await renewed.get(id));
    expect(await old.get(id)).toMatchObject({ zone: "of the next" });
    expect((await old.list()).data[0]).toMatchObject({ id, zone: "of the next" });
    await closeAll(oldStore, newStore);
  });

  test("a server of this version restarts on the newer tables, changes none of their definitions, and issues", async () => {
    const { database, oldStore, newStore } = await rolling(additive);
    await closeAll(oldStore);
    const definitions = await database.definitions();
    const { store, acme } = await restart(database);
    await store.ready();
    expect(await database.definitions()).toEqual(definitions);
    expect(warned.mock.calls).toEqual([]);
    expect(counterOf(await acme.issue(order()))).toBe(2);
    const { handle, commit } = await database.begin();
    const joined = createInvoicing({ store }).joining(handle).company("acme");
    expect((await joined.list()).total).toBe(2);
    expect(counterOf(await joined.issue(order()))).toBe(3);
    await commit();
    expect((await acme.audit()).findings).toEqual([]);
    expect(await database.readHead()).toMatchObject({ lastCounter: 3 });
    await closeAll(store, newStore);
  });

  test("the next version is rolled back: only servers of this version go on, and later it is deployed again", async () => {
    const { database, oldStore, newStore, renewed } = await rolling(additive);
    await renewed.issue(order());
    await closeAll(newStore, oldStore);
    const { store, acme } = await restart(database);
    expect(counterOf(await acme.issue(order()))).toBe(3);
    const again = await restart(database, additive);
    expect(counterOf(await again.acme.issue(order()))).toBe(4);
    expect(counterOf(await acme.issue(order()))).toBe(5);
    expect(warned.mock.calls).toEqual([]);
    await closeAll(store, again.store);
  });

  test.each([
    ["the trigger faktura_invoices_kept", "is missing"],
    ["the trigger faktura_invoices_kept", "was changed"],
  ])("%s of the next version that %s is found by this one, and repaired by the next", async (guard, fault) => {
    const { database, oldStore, newStore } = await rolling(additive);
    await closeAll(oldStore, newStore);
    await database.dropGuard("faktura_invoices_kept");
    if (fault === "was changed") await database.makeWeakGuard("faktura_invoices_kept");
    const definitions = await database.definitions();
    const { version } = await database.record();
    await expect(database.start(NOW)).rejects.toThrow(
      new RegExp(`${guard} ${fault}\\. A newer faktura made version ${version} of these tables.*migrate with it again`),
    );
    expect(await database.definitions()).toEqual(definitions);
    const { store } = await restart(database, additive);
    expect(warned.mock.calls.join()).toContain(`${guard} ${fault}`);
    await closeAll(store);
    const { store: ours, acme } = await restart(database);
    expect(counterOf(await acme.issue(order()))).toBe(2);
    await closeAll(ours);
  });

  test.each([["additive"], ["breaking"]] as const)(
    "a migration that is %s warns of the guards that it found dropped or weakened, and needs none of them",
    async (kind) => {
      const database = await open();
      const oldStore = await database.start(NOW);
      const old = serverOf(NOW, oldStore);
      await old.saveProfile(germanProfile());
      await old.issue(order());
      await database.dropGuard("faktura_invoices_kept");
      await database.dropGuard("faktura_invoices_final");
      await database.makeWeakGuard("faktura_invoices_final");
      const next = kind === "additive" ? additive : breaking;
      const { store, acme } = await restart(database, next);
      const warnings = warned.mock.calls.map(([warning]) => String(warning));
      expect(warnings).toEqual([
        expect.stringMatching(
          /the trigger faktura_invoices_(?:kept is missing|final was changed);? .*This was repaired/s,
        ),
      ]);
      expect(warnings.join()).toContain("faktura_invoices_kept is missing");
      expect(warnings.join()).toContain("faktura_invoices_final was changed");
      expect(counterOf(await acme.issue(order()))).toBe(2);
      warned.mockClear();
      for (const _ of oneTo(2)) await closeAll((await restart(database, next)).store);
      expect(warned.mock.calls).toEqual([]);
      await closeAll(oldStore, store);
    },
  );

  test("newer tables whose record has no digests are refused, because changed guards would go unnoticed", async () => {
    const { database, oldStore, newStore } = await rolling(additive);
    await closeAll(oldStore, newStore);
    for (const guards of ["", "none", "null", "[]", "{}", '{"trigger faktura_invoices_kept": 1}']) {
      await database.run(`UPDATE @faktura_schema SET guards = '${guards}'`);
      const started = database.start(NOW);
      await expect(started, guards).rejects.toThrow(/has a damaged row in the table faktura_schema: its column guards/);
    }
  });

  test("a host's own index with a similar name is ignored on the newer tables too", async () => {
    const { database, oldStore, newStore } = await rolling(additive);
    await closeAll(oldStore, newStore);
    await database.run("CREATE INDEX faktura_mine ON @faktura_invoices (company_id)");
    const { store } = await restart(database);
    await store.ready();
    await closeAll(store);
  });

  test("a server says that the schema's record is gone: one that runs writes nothing more, one that starts refuses", async () => {
    const database = await open();
    const store = await database.start(NOW);
    const acme = serverOf(NOW, store);
    await acme.saveProfile(germanProfile());
    const { id } = await acme.issue(order());
    await database.run("DELETE FROM @faktura_schema");
    const gone = /has the table faktura_schema, but no row in it.*Restore this row, or all tables, from a backup/;
    await expect(acme.recordPayment(id, { amount: 1 })).rejects.toThrow(gone);
    await expect(store.ready()).rejects.toThrow(gone);
    await expect(database.start(NOW)).rejects.toThrow(gone);
    await database.run("DROP TABLE @faktura_schema");
    const missing = /has faktura's tables, but the table faktura_schema is missing.*Restore a backup of it/;
    await expect(store.ready()).rejects.toThrow(missing);
    await expect(database.start(NOW)).rejects.toThrow(missing);
    await expect(database.readHead()).rejects.toThrow(missing);
    await closeAll(store);
  });

  test("after a breaking migration, this version is refused by name, with the order of steps, and writes nothing", async () => {
    const { database, oldStore, old, newStore, renewed, before } = await rolling(breaking);
    const version = before.version + 1;
    expect(await database.record()).toEqual({ version, works_with: version });
    const definitions = await database.definitions();
    const refused = new RegExp(
      `has version ${version} of faktura's tables, which works with servers that support version ${version} or later, ` +
        `but this version of faktura only supports versions up to ${before.version}\\. Nothing was read or written\\. ` +
        `Upgrade faktura on this server\\. The order of steps for such a change: first deploy a faktura that supports ` +
        `version ${version} on every server, and stop the servers that have none; then migrate the tables\\.$`,
    );
    await expect(database.start(NOW)).rejects.toThrow(refused);
    await expect(oldStore.ready()).rejects.toThrow(refused);
    const [first] = (await old.list()).data;
    for (const write of [
      () => old.issue(order()),
      () => old.issueMany([order(), order()]),
      () => old.recordPayment(first!.id, { amount: 1 }),
      () => old.cancel(first!.id),
      () => old.credit(first!.id, { reason: "returned" }),
    ]) {
      await expect(write()).rejects.toThrow(refused);
    }
    await expect(database.readHead()).rejects.toThrow(refused);
    const { handle, commit } = await database.begin();
    const joined = createInvoicing({ store: database.attach() }).joining(handle).company("acme");
    await expect(joined.issue(order())).rejects.toThrow(refused);
    await commit();
    expect(await database.definitions()).toEqual(definitions);
    expect(counterOf(await renewed.issue(order()))).toBe(2);
    expect((await renewed.audit()).findings).toEqual([]);
    await newStore.ready();
    await closeAll(oldStore, newStore);
  });
});
