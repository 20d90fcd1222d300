import { type CompanyProfile, createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

const path = freshFile();
const host = connectRaw(path);
host.exec("CREATE TABLE customers (id TEXT PRIMARY KEY, title TEXT, country TEXT)");

/** The host's own company table, with its own columns. */
const companies = {
  async profile(companyId: string): Promise<CompanyProfile | null> {
    const row = host.prepare("SELECT title, country FROM customers WHERE id = ?").get(companyId);
    if (row === undefined) return null;
    const { title, country } = row as { title: string; country: string };
    return germanProfile({ name: title, country });
  },
};

let invoicing: ReturnType<typeof createInvoicing>;

beforeEach(() => {
  host.exec("DELETE FROM customers; INSERT INTO customers VALUES ('acme', 'Acme AG', 'AT'), ('broken', '', 'EL')");
  invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)), companies });
});

afterEach(() => invoicing.close());

test("invoices contain the profile that the host's table has at the time", async () => {
  const acme = invoicing.company("acme");
  const first = await acme.issue(order({ clientCountry: "AT" }));
  host.exec("UPDATE customers SET title = 'Acme SE' WHERE id = 'acme'");
  const second = await acme.issue(order({ clientCountry: "AT" }));
  expect([first.seller.name, second.seller.name]).toEqual(["Acme AG", "Acme SE"]);
  expect((await acme.get(first.id)).seller.name).toBe("Acme AG");
  expect(first.taxRate).toBe(20);
});

test("a profile cannot be saved if the host has its own table", async () => {
  await expect(invoicing.company("acme").saveProfile(germanProfile())).rejects.toThrow(TypeError);
});

test("a company that is missing in the host's table is not found", async () => {
  const refusal = { code: "company_not_found" };
  await expect(invoicing.company("nobody").issue(order())).rejects.toMatchObject(refusal);
  await expect(invoicing.company("nobody").profile()).rejects.toMatchObject(refusal);
});

test("a row that is not a profile is a mistake in the host's code, and nothing is issued from it", async () => {
  const broken = invoicing.company("broken");
  await expect(broken.profile()).rejects.toThrow(TypeError);
  await expect(broken.issue(order())).rejects.toThrow(TypeError);
  expect((await broken.list()).total).toBe(0);
});
