/**
 * Goal: whatever a panel's document says, it does not keep the company from issuing and from getting its events.
 * Method: a panel inserts it by SQL. Then the library issues, which gives the panel's invoice its position in the journal.
 */
import { createInvoicing } from "faktura";
import { describe, expect, test } from "vitest";
import { readPage } from "../../docs/pages.ts";
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

const SMALLEST = JSON.parse(/```json\n([^`]*)```/.exec(readPage("docs/guide/panel.md"))![1]!);
const [LAMP] = SMALLEST.items;

/** Documents of which a credit note cannot be computed, or would repeat something faulty. */
const UNCREDITABLE: readonly [changes: object, fault: string][] = [
  [{ items: [{ ...LAMP, netAmount: "100" }] }, "/items/0/netAmount must be a number"],
  [{ items: [{ ...LAMP, vatCategory: undefined }] }, "/items/0/vatCategory is missing"],
  [{ total: undefined, vatBreakdown: {} }, "/total is missing; /vatBreakdown must be an array"],
  [{ items: [{ ...LAMP, quantity: 0 }] }, "/items/0/quantity must not be 0, because the line has an amount"],
  [{ prices: "gross" }, "/items/0/unitPriceGross is missing; /items/0/grossAmount is missing"],
  [
    { documentType: "381" },
    "/documentType must be one of 380, 383, 384, 386, 326, 393, 875, 876, 877, 204, 387, 575, 751, 471, 500, 389",
  ],
  [{ clientName: 5 }, "/clientName must be a string"],
  [{ buyerReference: 5 }, "/buyerReference must be a string"],
  [{ seller: { name: "Firma GmbH" } }, "/seller/country is missing"],
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

  test.each([
    ["its own", '{"total":1,"issuedAt":"2026-11-20T09:30:00.000Z"}', "2026-11-20T09:30:00.000Z"],
    ["its day's beginning, where the panel says none", '{"total":1}', "2026-11-20T00:00:00.000Z"],
    ["its day's beginning, where that is no text", '{"total":1,"issuedAt":1}', "2026-11-20T00:00:00.000Z"],
    ["its day's beginning, where it would be two lines", '{"total":1,"issuedAt":"a\\nb"}', "2026-11-20T00:00:00.000Z"],
  ])("the instant of a panel's invoice in the journal is %s", async (_, document, instant) => {
    const { invoicing, acme, rows } = await openAcme();
    await rows(inserted(document));
    await acme.issue(order());
    const times: string[] = [];
    await invoicing.drainEvents({ deliver: async (events) => void times.push(...events.map(({ time }) => time)) });
    const noon = "2026-11-20T12:00:00.000Z";
    expect(times).toEqual([noon, instant, noon]);
    await invoicing.close();
  });

  test.each(UNCREDITABLE)(
    "an invoice with %j cannot be credited, and the error names its faults",
    async (changes, fault) => {
      const { invoicing, acme, rows } = await openAcme();
      await rows(inserted(JSON.stringify({ ...SMALLEST, id: "panel-2", ...changes })));
      const credit = acme.credit("panel-2", { reason: "returned" });
      await expect(credit).rejects.toThrow(
        `This invoice cannot be credited, because its stored document is damaged: ${fault}. Audit the books.`,
      );
      await expect(credit).rejects.toMatchObject({ name: "Refusal", code: "document_unreadable", errors: [] });
      expect((await acme.creditNotes()).total).toBe(0);
      await invoicing.close();
    },
  );

  test.each([2, "1", undefined])(
    "an invoice of the unknown documentVersion %j is answered unchanged, but not credited",
    async (documentVersion) => {
      const { invoicing, acme, rows } = await openAcme();
      const { documentVersion: _, ...fields } = SMALLEST;
      const text = JSON.stringify({ ...fields, documentVersion, id: "panel-2", total: 119, zone: { of: "the next" } });
      await rows(inserted(text));
      expect(await acme.get("panel-2")).toMatchObject({ ...fields, id: "panel-2", zone: { of: "the next" } });
      const credit = acme.credit("panel-2", { reason: "returned" });
      await expect(credit).rejects.toThrow(
        `This invoice cannot be credited, because this release of faktura does not know the documentVersion of its stored ` +
          `document: ${documentVersion === undefined ? "none" : JSON.stringify(documentVersion)}. Credit it with a later release.`,
      );
      await expect(credit).rejects.toMatchObject({ name: "Refusal", code: "document_unreadable", errors: [] });
      expect((await acme.creditNotes()).total).toBe(0);
      await invoicing.close();
    },
  );

  test("an invoice whose prepaid amount is too large for a number is credited as if nothing was prepaid", async () => {
    const { invoicing, acme, rows } = await openAcme();
    const text = JSON.stringify({ ...SMALLEST, id: "panel-2", prepaidAmount: 0 });
    await rows(inserted(text.replace('"prepaidAmount":0', '"prepaidAmount":1e400')));
    expect((await acme.get("panel-2")).amountDue).toBe(119);
    expect((await acme.credit("panel-2", { reason: "returned" })).total).toBe(119);
    expect((await acme.get("panel-2")).amountDue).toBe(0);
    await invoicing.close();
  });

  test("an invoice that lacks what no credit note repeats can be credited, and the credit note is sound", async () => {
    const { invoicing, acme, rows } = await openAcme();
    const { warnings, subtotal, ...document } = SMALLEST;
    await rows(inserted(JSON.stringify({ ...document, id: "panel-2", invoiceNumber: "INV-202611-0001" })));
    const { total, creditNoteNumber } = await acme.credit("panel-2", { reason: "returned" });
    expect([total, creditNoteNumber]).toEqual([119, "INV-CN-202611-0001"]);
    const { findings } = await acme.audit();
    expect(findings.filter(({ creditNoteNumber: credited }) => credited !== undefined)).toEqual([]);
    expect(findings.filter(({ code }) => code.startsWith("credit") || code === "entry_unreadable")).toEqual([]);
    expect(findings.find(({ code }) => code === "document_unreadable")?.detail).toBe(
      "its document is not a valid invoice: /subtotal is missing; /warnings is missing",
    );
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
