import type { Payment } from "faktura";

/** A payment that was recorded by mistake, and the counter-entry that reverses it. */
export interface Reversal {
  readonly payment: Payment;
  /** The same amount with the other sign. Its `reference` is the reason. */
  readonly counterEntry: Payment;
}

/** The `method` of the counter-entry to a payment. It is kept in the journal, so the books themselves say what it reverses. */
export function reversalMethod({ id }: Pick<Payment, "id">): string {
  return `reversal of ${id}`;
}

/** The payments that were reversed. */
export function reversalsOf(payments: readonly Payment[]): Reversal[] {
  return payments.flatMap((payment) => {
    const counterEntry = payments.find(({ method, amount }) => {
      return method === reversalMethod(payment) && amount === -payment.amount;
    });
    return counterEntry === undefined ? [] : [{ payment, counterEntry }];
  });
}
