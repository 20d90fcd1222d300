/**
 * Goal: every answer that has an invoice or a credit note gives `metadata` and `reference` back, and no document that is
 * sent to a client has them.
 * Not covered: PDF files, see test/pdf/render.test.ts.
 */
import type { CreditNote, Invoice } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../../einvoice/complete.ts";
import { openService } from "../../http/client.ts";
import { order } from "../../support/fixtures.ts";
import { JOINABLE_STORES } from "../../support/joinable-stores.ts";
import { STORES } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const GIVEN = { reference: "order-17", metadata: { cart: "cart-4711", clientName: "Ada", reference: "inner", é: "" } };
const CREDIT = { reason: "returned", reference: "credit-18", metadata: { return: "return-4712" } };

describe.each(STORES)("on $name", ({ open }) => {
  test("every method that answers with an invoice or a credit note gives its metadata back", async () => {
    const { acme, store } = await openBooks(await open());
    const issued = await acme.issue(order(GIVEN), { idempotencyKey: "one" });
    const [second] = await acme.issueMany([order(GIVEN)]);
    const { invoice: replayed } = await acme.issueOrReplay(order(GIVEN), { idempotencyKey: "one" });
    const paid = await acme.recordPayment(issued.id, { amount: 38 });
    const credited = await acme.credit(issued.id, CREDIT, { idempotencyKey: "back" });
    const { creditNote } = await acme.creditOrReplay(issued.id, CREDIT, { idempotencyKey: "back" });
    const listed = [
      await acme.list(),
      await acme.list({ client: "EXEMPLE" }),
      await acme.list({ reference: "order-17" }),
    ];
    for (const page of listed) expect(page.total).toBe(2);
    const invoices = [
      ...[issued, second!, replayed, paid, await acme.get(issued.id), await acme.getByNumber(issued.invoiceNumber)],
      ...[await acme.getByKey("one"), await acme.getByKey("back"), await acme.cancel(second!.id)],
      ...listed.flatMap(({ data }) => data),
    ];
    for (const invoice of invoices) expect(invoice).toMatchObject(GIVEN);
    const { reason: _, ...own } = CREDIT;
    const creditNotes = [credited, creditNote, await acme.getCreditNote(credited.id)];
    for (const note of [...creditNotes, ...(await acme.creditNotes()).data]) expect(note).toMatchObject(own);
    await store.close();
  });
});

test("HTTP gives it back too", async () => {
  const { call, invoicing } = await openService(undefined, { extended: true });
  const sent = { json: order(GIVEN), headers: { "Idempotency-Key": "key" } };
  const { body: issued } = await call("POST /invoices", sent);
  const own = `/invoices/${issued.id}`;
  const answers = [
    issued,
    (await call("POST /invoices", sent)).body,
    (await call(`GET ${own}`)).body,
    (await call("GET /invoices?reference=order-17")).body.data[0],
    (await call(`POST ${own}/payments`, { json: { amount: 1 } })).body,
    (await call(`POST ${own}/cancel`)).body,
  ];
  for (const answer of answers) expect(answer).toMatchObject(GIVEN);
  await invoicing.close();
});

describe.each(JOINABLE_STORES)("on $name", ({ open }) => {
  test("joined calls give it back, inside the transaction and after it", async () => {
    const { store, connectHost } = await open();
    const { invoicing, acme } = await openBooks(store);
    const host = await connectHost();
    await host.begin();
    const joined = invoicing.joining(host.handle).company("acme");
    const { id } = await joined.issue(order(GIVEN), { idempotencyKey: "one" });
    const again = await joined.issue(order(GIVEN), { idempotencyKey: "one" });
    for (const invoice of [again, await joined.get(id), (await joined.list({ reference: "order-17" })).data[0]])
      expect(invoice).toMatchObject(GIVEN);
    await host.commit();
    await host.close();
    expect(await acme.get(id)).toMatchObject(GIVEN);
    await store.close();
  });
});

test("no electronic document has it", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const issued = await acme.issue({ ...ORDER, ...DOMESTIC, ...GIVEN });
  const documents: (Invoice | CreditNote)[] = [issued, await acme.credit(issued.id, CREDIT)];
  for (const document of documents)
    for (const profile of ["en16931", "peppol", "xrechnung"] as const)
      for (const write of [toUbl, toCii])
        expect(write(document, { profile })).not.toMatch(/order-17|cart|inner|credit-18|return-4712/);
});
