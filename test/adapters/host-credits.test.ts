import { createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { HOSTED } from "./hosted-stores.ts";

test.each(HOSTED)(
  "on $name, a host's counter numbers invoices, and the library credit notes, from 1",
  async ({ open }) => {
    const counter = { last: 40, lastIssueDate: null };
    const store = await open(counter);
    const acme = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00.000Z") }).company("acme");
    await acme.saveProfile(germanProfile());
    const first = await acme.issue(order());
    counter.last = 50; // the host has issued some invoices of its own
    const second = await acme.issue(order());
    expect([first.invoiceNumber, second.invoiceNumber]).toEqual(["INV-202611-0041", "INV-202611-0051"]);
    const lines = [{ line: 1, quantity: 1 }];
    const creditNotes = [];
    for (const { id } of [second, first, second])
      creditNotes.push(await acme.credit(id, { reason: "returned", lines }));
    expect(creditNotes.map(({ creditNoteNumber }) => creditNoteNumber)).toEqual(
      [1, 2, 3].map((number) => `INV-CN-202611-000${number}`),
    );
    expect(counter.last).toBe(51);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  },
);

test.each(HOSTED)(
  "on $name, a host's counter has no named series: orders that name one are refused",
  async ({ open }) => {
    const store = await open({ last: 40, lastIssueDate: null });
    const acme = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00.000Z") }).company("acme");
    await acme.saveProfile(germanProfile({ series: { A: { prefix: "A" } } }));
    const refused = { code: "request_invalid", errors: [{ pointer: "/series" }] };
    await expect(acme.issue(order({ series: "A" }))).rejects.toMatchObject(refused);
    const position = { lastCounter: 1, lastIssueDate: "2026-11-20", series: "A" };
    await expect(acme.continueNumbering(position)).rejects.toMatchObject(refused);
    expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-0041");
    await store.close();
  },
);
