/**
 * Goal: an order is prepared with the profile that the company's last transaction read, and never issued with one that
 * has changed before its own lock.
 * Method: two servers with the same books. One issues, the other changes the profile in between.
 */
import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, pool } from "../../support/postgres.ts";

/** Acme on two servers: ours has issued an invoice, so that it knows the profile. `sent` has what ours sends. */
async function openServers() {
  const schema = await freshSchema();
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  const ours = createInvoicing({ store: postgresStore(listening, { schema }) }).company("acme");
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await other.saveProfile(germanProfile());
  await ours.issue(order());
  sent.length = 0;
  const reads = () => sent.filter((text) => /^SELECT profile FROM/.test(text)).length;
  return { schema, ours, other, sent, reads };
}

test("the profile of the last transaction is not read again, for one order or for many", async () => {
  const { ours, sent, reads } = await openServers();
  await ours.issue(order());
  expect(sent.length, "the first asks for its rights").toBe(2);
  await ours.issue(order());
  expect(sent.length).toBe(3);
  await Promise.all(oneTo(20).map(() => ours.issue(order())));
  expect(reads()).toBe(0);
});

test("after a change on another server, all orders at once are issued with the new profile, without a gap", async () => {
  const { ours, other, reads } = await openServers();
  await other.saveProfile({ ...germanProfile(), name: "Neue Firma GmbH", invoicePrefix: "NEU" });
  const issued = await Promise.all(oneTo(5).map(() => ours.issue(order())));
  expect(issued.map(({ seller }) => seller.name)).toEqual(Array(5).fill("Neue Firma GmbH"));
  expect(issued.map(({ invoiceNumber }) => invoiceNumber.replace(/-\d{6}-/, " "))).toEqual(
    oneTo(5).map((place) => `NEU 000${place + 1}`),
  );
  expect(reads(), "it was read with the lock").toBe(0);
});

test("an order that only the new profile allows is issued, and one that it forbids is refused", async () => {
  const { ours, other } = await openServers();
  const taxed = order({ autoVat: false, taxRate: 7 });
  await other.saveProfile({ ...germanProfile(), vatRegistered: false, ossRegistered: false });
  await expect(ours.issue(taxed)).rejects.toMatchObject({ code: "company_not_vat_registered" });
  await ours.issue(order());
  await other.saveProfile(germanProfile());
  expect(await ours.issue(taxed)).toMatchObject({ vatTreatment: "manual" });
});

test("a company whose profile was removed is not found", async () => {
  const { ours, schema } = await openServers();
  await pool.query(`DELETE FROM ${schema}.faktura_companies`);
  await expect(ours.issue(order())).rejects.toMatchObject({ code: "company_not_found" });
});

test("a profile that is not JSON stops issuing until it is corrected, and cancelling not at all", async () => {
  const { ours, other, schema } = await openServers();
  const invoice = await ours.issue(order());
  await pool.query(`UPDATE ${schema}.faktura_companies SET profile = 'not JSON'`);
  await expect(ours.issue(order())).rejects.toThrow(SyntaxError);
  expect(await ours.cancel(invoice.id)).toMatchObject({ status: "CANCELLED" });
  await other.saveProfile(germanProfile());
  expect(await ours.issue(order())).toMatchObject({ status: "SENT" });
});

test("a repeated call is answered with its invoice, although the profile has changed", async () => {
  const { ours, other } = await openServers();
  const issued = await ours.issue(order(), { idempotencyKey: "key" });
  await other.saveProfile({ ...germanProfile(), name: "Neue Firma GmbH" });
  expect(await ours.issue(order(), { idempotencyKey: "key" })).toEqual(issued);
});
