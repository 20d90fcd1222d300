import assert from "node:assert/strict";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, issueInto, locked, writeSampleBooks } from "../issue-invoices.ts";
import { countersOf, readEverything, valuesOf } from "../read-books.ts";
import {
  ACME,
  CANCELLED,
  oneTo,
  sampleEvent,
  sampleId,
  sampleInvoice,
  samplePayment,
  sampleProfile,
  stateChange,
} from "../samples.ts";

/** Companies: each has its own books, whatever ids, keys and counters others use. */
export const companyCases: ContractCases = {
  "companies that issue at once have separate sequences": async (store) => {
    const companies = ["acme", "globex"];
    await Promise.all(oneTo(20).flatMap(() => companies.map((companyId) => issue(store, { companyId }))));
    for (const companyId of companies) assert.deepEqual(await countersOf(store, companyId), oneTo(20));
  },
  "a company's invoices and keys are not found under another company": async (store) => {
    await writeSampleBooks(store, "acme");
    await issue(store, { companyId: "globex" });
    assert.equal(await store.reader.find("initech", sampleId(1)), undefined);
    assert.equal(await store.reader.findKey("globex", "key"), undefined);
    assert.deepEqual(await store.reader.list("initech", { page: 1, limit: 20 }), { invoices: [], total: 0 });
    const found = await locked(store, "initech", async ({ invoices }) => [
      ...(await invoices.findMany([sampleId(1)])),
      ...(await invoices.findKeys(["key"])),
    ]);
    assert.deepEqual(found, []);
  },
  "the same ids, keys and counters in two companies are separate": async (store) => {
    await writeSampleBooks(store, "acme");
    await writeSampleBooks(store, "globex");
    const { events: acmeEvents, ...acme } = await readEverything(store, "acme", ["key"]);
    const { events: globexEvents, ...globex } = await readEverything(store, "globex", ["key"]);
    assert.equal(acme.total, 1);
    assert.equal(acme.invoices[0]?.payments.length, 1);
    assert.deepEqual(globex, acme);
    assert.deepEqual(acmeEvents, [sampleEvent("acme", sampleInvoice(1))]);
    assert.deepEqual(globexEvents, [sampleEvent("globex", sampleInvoice(1))]);
  },
  "what one company changes, pays or acknowledges does not change another's with the same ids": async (store) => {
    await writeSampleBooks(store, "acme");
    await writeSampleBooks(store, "globex");
    const before = await readEverything(store, "globex", ["key"]);
    await locked(store, "acme", async ({ invoices }) => {
      await invoices.insertPayments([samplePayment(2, sampleId(1))]);
      await invoices.changeStates([stateChange(sampleId(1), { ...CANCELLED, amountPaid: 76 })]);
    });
    await store.billing.acknowledge("acme", [sampleEvent("acme", sampleInvoice(1)).id]);
    await store.companies.save("acme", sampleProfile({ name: "Another GmbH" }));
    assert.deepEqual(await readEverything(store, "globex", ["key"]), before);
    assert.deepEqual((await readEverything(store, "acme")).events, []);
  },
  "company ids that differ only in the case of a letter are two companies": async (store) => {
    await issue(store, { companyId: "acme", count: 2 });
    await issue(store, { companyId: "Acme" });
    assert.deepEqual([await countersOf(store, "acme"), await countersOf(store, "Acme")], [[1, 2], [1]]);
  },
  "what is refused to one company leaves what others write at the same time": async (store) => {
    await issue(store, { companyId: "globex" });
    const leaveGap = (ports: StoreTransaction) => ports.invoices.insert([sampleInvoice(9)]);
    const outcomes = await Promise.allSettled([
      issue(store, { companyId: "acme" }),
      locked(store, "globex", async (ports) => issueInto(ports, "globex").then(() => leaveGap(ports))),
      issue(store, { companyId: "initech" }),
      issue(store, { companyId: "acme" }),
    ]);
    assert.deepEqual(valuesOf(outcomes, "status"), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    const counters = await Promise.all(["acme", "globex", "initech"].map((company) => countersOf(store, company)));
    assert.deepEqual(counters, [[1, 2], [1], [1]]);
    await issue(store, { companyId: "globex" });
    assert.deepEqual(await countersOf(store, "globex"), [1, 2]);
  },
  "a profile is returned as it was saved": async (store) => {
    const full = sampleProfile({
      vatNumber: "DE811125440",
      email: "billing@firma.example",
      language: "de",
      timeZone: "Europe/Berlin",
      name: `Fïrma "Ümlaut" 🧾`,
      address: { line1: "Hauptstraße 1", city: "Berlin" },
    });
    await store.companies.save(ACME, full);
    assert.deepEqual(await store.companies.profile(ACME), full);
  },
  "saving a profile again replaces all of it": async (store) => {
    await store.companies.save(ACME, sampleProfile({ vatNumber: "DE811125440" }));
    await store.companies.save(ACME, sampleProfile({ name: "Firma AG" }));
    assert.deepEqual(await store.companies.profile(ACME), sampleProfile({ name: "Firma AG" }));
  },
  "a company that was never saved has no profile": async (store) => {
    await store.companies.save("globex", sampleProfile());
    assert.equal((await store.companies.profile(ACME)) ?? undefined, undefined);
  },
};
