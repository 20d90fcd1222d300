import assert from "node:assert/strict";
import { AS_ISSUED } from "../domain/invoice.ts";
import { issue, locked, readEverything } from "./books.ts";
import type { ContractCase } from "./contract-case.ts";
import { ACME, CANCELLED, HARD_TEXT, PAID, sampleId, samplePayment } from "./samples.ts";

/** Payments and states: what may still be added to an issued invoice. */
export const paymentCases: readonly ContractCase[] = [
  {
    title: "payments come in the order in which they were recorded, as they were recorded",
    run: async (store) => {
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
        payments.filter((payment) => payment.invoiceId === invoiceId).map(({ invoiceId: _, ...payment }) => payment);
      assert.deepEqual((await store.reader.find(ACME, first))?.payments, paid(first));
      assert.deepEqual((await store.reader.find(ACME, second))?.payments, paid(second));
    },
  },
  {
    title: "a change of state takes the place of the former state, and touches nothing else",
    run: async (store) => {
      await issue(store, { count: 3 });
      const change = (state: typeof PAID, ...counters: number[]) =>
        locked(store, ACME, ({ invoices }) =>
          invoices.changeStates(counters.map((counter) => ({ invoiceId: sampleId(counter), ...state }))),
        );
      const partlyPaid = { ...AS_ISSUED, amountPaid: 0.1 };
      await change(partlyPaid, 1, 2);
      const { invoices } = await readEverything(store, ACME);
      assert.deepEqual(
        invoices.map((invoice) => invoice?.state),
        [AS_ISSUED, partlyPaid, partlyPaid],
      );
      await change(PAID, 1);
      await change(CANCELLED, 2);
      const changed = await readEverything(store, ACME);
      const [, middle, first] = invoices;
      const expected = [invoices[0], { ...middle, state: CANCELLED }, { ...first, state: PAID }];
      assert.deepEqual(changed.invoices, expected);
    },
  },
];
