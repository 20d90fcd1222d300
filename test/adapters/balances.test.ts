/**
 * Goal: paid, payable and due mean the same everywhere: in the library on each store, in the guards of both databases, in
 * the audit and in the panel.
 * Method: one table of cases. Each is made through the library; then another program sets another status, which the guards
 * must refuse and, without them, the audit must find.
 */
import { type Company, createInvoicing, type Invoice, type InvoiceStatus, refundDue } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { stateOf } from "../../src/panel/server/invoice-state.ts";
import { DATABASES } from "../service/audit/tampered-books.ts";
import { BALANCES, type BalanceCase } from "../support/balances.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";

const GUARDED =
  /does not match its journal entries|a paid invoice cannot be cancelled, and a cancelled one only|cancelled_check/;
const STATUSES: readonly InvoiceStatus[] = ["SENT", "PAID", "CANCELLED"];

async function open(store: Parameters<typeof createInvoicing>[0]["store"]): Promise<Company> {
  const acme = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") }).company("acme");
  await acme.saveProfile(germanProfile());
  return acme;
}

/** The invoice of a case, after all that happens to it. */
async function made(acme: Company, { order: changes, steps }: BalanceCase): Promise<Invoice> {
  const { id } = await acme.issue(order(changes));
  for (const step of steps) {
    if (step === "cancel") await acme.cancel(id);
    else if ("pays" in step) await acme.recordPayment(id, { amount: step.pays });
    else if (step.credits === "all") await acme.credit(id, { reason: "returned" });
    else await acme.credit(id, { reason: "returned", lines: [{ line: 1, netAmount: step.credits }] });
  }
  return acme.get(id);
}

/** Whether the case's amounts are the most that can be paid and refunded. */
async function expectLimits(acme: Company, invoice: Invoice): Promise<void> {
  const { id, amountDue, amountPaid, prepaidAmount = 0, prepaidRefunded = 0, status } = invoice;
  const tooMuch = status === "CANCELLED" ? "invoice_cancelled" : "payment_exceeds_amount_due";
  const pay = (amount: number) => acme.recordPayment(id, { amount });
  await expect(pay(Number((Math.max(0, amountDue) + 0.01).toFixed(2)))).rejects.toMatchObject({ code: tooMuch });
  const refund = -Number((amountPaid + prepaidAmount - prepaidRefunded + 0.01).toFixed(2));
  await expect(pay(refund)).rejects.toMatchObject({ code: "refund_exceeds_amount_paid" });
}

describe("in memory and in the panel", async () => {
  const acme = await open(memoryStore());

  test.each(BALANCES)("an invoice $name is $status", async (balance) => {
    const { status, amountDue } = balance;
    const invoice = await made(acme, balance);
    expect(invoice).toMatchObject({ status, amountDue });
    expect(refundDue(invoice)).toBe(balance.refundDue);
    const state = stateOf(invoice, true);
    expect([state === "cancelled", state === "paid"]).toEqual([status === "CANCELLED", status === "PAID"]);
    await expectLimits(acme, invoice);
  });

  test("the audit finds nothing", async () => {
    expect((await acme.audit()).findings).toEqual([]);
  });
});

describe.each(DATABASES)("on $name", (database) => {
  test("the library and the guards agree on each case, and so does the audit without them", async () => {
    const { store, raw } = await database.open();
    const acme = await open(store);
    const invoices: Invoice[] = [];
    for (const balance of BALANCES) {
      const { name, status, amountDue } = balance;
      const invoice = await made(acme, balance);
      expect(invoice, name).toMatchObject({ status, amountDue });
      await expectLimits(acme, invoice);
      invoices.push(invoice);
    }
    const update = ({ id }: Invoice, status: InvoiceStatus) =>
      raw.run(`UPDATE faktura_invoices SET status = '${status}' WHERE id = '${id}'`);
    for (const [place, invoice] of invoices.entries()) {
      const { name } = BALANCES[place]!;
      for (const status of STATUSES.filter((each) => each !== invoice.status))
        await expect(update(invoice, status), `${name}: ${status}`).rejects.toThrow(GUARDED);
      await update(invoice, invoice.status);
    }
    expect((await acme.audit()).findings).toEqual([]);

    await raw.dropGuards();
    for (const invoice of invoices) await update(invoice, invoice.status === "SENT" ? "PAID" : "SENT");
    const { findings } = await acme.audit();
    const mismatched = findings
      .filter(({ code }) => code === "status_mismatch")
      .map(({ invoiceNumber }) => invoiceNumber);
    expect(mismatched).toEqual(invoices.map(({ invoiceNumber }) => invoiceNumber));
    await raw.close();
    await store.close();
  });
});
