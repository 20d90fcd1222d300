/**
 * Goal: whatever a panel's document says, it does not keep the company from issuing and from getting its events.
 * Method: a panel inserts it by SQL. Then the library issues, which gives the panel's invoice its position in the journal.
 */
import { createInvoicing } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { DATABASES, PANEL } from "../billing/billed-rows.ts";

const DOCUMENTS = [
  '{"total":-119}',
  '{"total":1,"prepaidAmount":5}',
  '{"total":1,"prepaidAmount":1e200000}',
  '{"total":1e200000}',
  '{"total":"1,00"}',
  '{"total":{}}',
  '{"total":null}',
  '{"currency":{},"clientName":5,"issuedAt":[]}',
];

const inserted = (document: string) => PANEL(2).replace("'panel', document", `'panel', '${document}'`);

describe.each(DATABASES)("$name", ({ name, open }) => {
  async function openAcme() {
    const { store, rows } = await open();
    const invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    await acme.issue(order());
    return { invoicing, acme, rows };
  }

  test.each(DOCUMENTS)("after a panel's invoice with %s the company issues, and gets its events", async (document) => {
    const { invoicing, acme, rows } = await openAcme();
    await rows(inserted(document));
    const { id, invoiceNumber } = await acme.issue(order());
    expect(invoiceNumber).toBe("INV-202611-0003");
    await acme.recordPayment(id, { amount: 238 });
    expect(await invoicing.drainEvents({ deliver: async () => {} })).toMatchObject({ delivered: 4, failed: [] });
    await invoicing.close();
  });

  test.each([String.raw`{"note":"\u0000"}`, String.raw`{"clientName":"\ud800","note":"x"}`])(
    name === "PostgreSQL"
      ? "%s, which PostgreSQL cannot read as text, is refused when the panel inserts it"
      : "%s is like any other document",
    async (document) => {
      const { invoicing, acme, rows } = await openAcme();
      const insert = rows(inserted(document));
      if (name === "PostgreSQL") await expect(insert).rejects.toThrow(/Unicode escape|json/);
      else await insert;
      const { invoiceNumber } = await acme.issue(order());
      expect(invoiceNumber).toBe(name === "PostgreSQL" ? "INV-202611-0002" : "INV-202611-0003");
      expect((await invoicing.drainEvents({ deliver: async () => {} })).failed).toEqual([]);
      await invoicing.close();
    },
  );
});
