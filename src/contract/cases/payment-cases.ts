import assert from "node:assert/strict";
import { asIssued, withoutSettlement, withSettlement } from "../../domain/invoice/invoice-state.ts";
import type { ContractCases } from "../contract-case.ts";
import { issue, locked, settle } from "../issue-invoices.ts";
import { readEverything, valuesOf } from "../read-books.ts";
import { ACME, AS_ISSUED, CANCELLED, HARD_TEXT, PAID, paidBy, sampleId, samplePayment } from "../samples.ts";

/** Payments and states: what may still be added to an issued invoice. */
export const paymentCases: ContractCases = {
  "payments are returned as they were recorded, in that order": async (store) => {
    await issue(store, { count: 2 });
    const [first, second] = [sampleId(1), sampleId(2)];
    const payments = [
      samplePayment(9, first, { amount: 0.1, paidOn: "2026-12-24", method: null, reference: HARD_TEXT }),
      samplePayment(5, second, { amount: 9999999999999.99 }),
      samplePayment(7, first, { amount: 0.2, paidOn: "2026-11-01" }),
      samplePayment(1, first, { amount: 1234567.89, reference: "" }),
    ] as const;
    await locked(store, ACME, ({ invoices }) => invoices.insertPayments(payments.slice(0, 2)));
    await locked(store, ACME, ({ invoices }) => invoices.insertPayments(payments.slice(2)));
    const paid = (invoiceId: string) =>
      payments
        .filter((payment) => payment.invoiceId === invoiceId)
        .map(({ invoiceId: _, origin: __, ...payment }) => payment);
    assert.deepEqual((await store.reader.find(ACME, first))?.payments, paid(first));
    assert.deepEqual((await store.reader.find(ACME, second))?.payments, paid(second));
  },
  "a change of state replaces the state and nothing else": async (store) => {
    await issue(store, { count: 3 });
    const partlyPaid = paidBy(0.1);
    await settle(store, [1, 2], partlyPaid);
    const { invoices } = await readEverything(store, ACME);
    assert.deepEqual(valuesOf(invoices, "state"), [AS_ISSUED, partlyPaid, partlyPaid]);
    const cancelled = paidBy(0.1, CANCELLED);
    await settle(store, [1], PAID, 237.9);
    await settle(store, [2], cancelled, 0);
    const changed = await readEverything(store, ACME);
    assert.deepEqual(valuesOf(changed.invoices, "state"), [AS_ISSUED, cancelled, PAID]);
    assert.deepEqual(
      valuesOf(changed.invoices, "document"),
      invoices.map((invoice) => invoice?.document),
    );
  },
  "an invoice with a prepaid amount is PAID once payments cover the rest of its total": async (store) => {
    await issue(store, { prepaidAmount: 100 });
    const partlyPaid = paidBy(0.1, asIssued({ payable: 238, prepaidAmount: 100 }));
    await settle(store, [1], partlyPaid);
    const paid = paidBy(137.9, partlyPaid);
    await settle(store, [1], paid, 137.9);
    const found = await store.reader.find(ACME, sampleId(1));
    assert.deepEqual([found?.state, found?.document.prepaidAmount], [paid, 100]);
  },
  "only one final or corrected invoice can settle another, until it releases it": async (store) => {
    await issue(store, { count: 3 });
    const stateNow = async () => (await store.reader.find(ACME, sampleId(1)))?.state;
    const settledBy = (counter: number) => withSettlement(AS_ISSUED, `INV-202611-000${counter}`, 238);
    const outcomes = await Promise.allSettled([2, 3].map((counter) => settle(store, [1], settledBy(counter))));
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const first = outcomes[0]!.status === "fulfilled" ? settledBy(2) : settledBy(3);
    assert.deepEqual(await stateNow(), first);
    await settle(store, [1], withoutSettlement(first));
    assert.deepEqual(await stateNow(), AS_ISSUED);
    await settle(store, [1], settledBy(3));
    assert.deepEqual(await stateNow(), settledBy(3));
    // What replaces an invoice also takes over what the seller owes back.
    await issue(store, { prepaidAmount: 300 });
    const replaced = withSettlement(asIssued({ payable: 238, prepaidAmount: 300 }), "INV-202611-0003", -62);
    await settle(store, [4], replaced);
    assert.deepEqual((await store.reader.find(ACME, sampleId(4)))?.state, replaced);
  },
};
