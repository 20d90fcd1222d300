import type { InvoiceOrder, InvoiceStatus } from "faktura";

/** What happens to an invoice after it is issued. */
export type BalanceStep = { readonly pays: number } | { readonly credits: number | "all" } | "cancel";

/** An invoice of 238.00, what happens to it, and what is then paid and due. */
export interface BalanceCase {
  readonly name: string;
  readonly order?: Partial<InvoiceOrder>;
  readonly steps: readonly BalanceStep[];
  readonly status: InvoiceStatus;
  readonly amountDue: number;
  /** What the seller owes back of what was paid. */
  readonly refundDue: number;
}

/** Credits are net amounts of the one line. */
export const BALANCES: readonly BalanceCase[] = [
  sent("nothing paid", [], 238),
  sent("a part paid", [{ pays: 38 }], 200),
  sent("all but a cent paid", [{ pays: 237.99 }], 0.01),
  paid("paid", [{ pays: 238 }]),
  paid("paid in two parts", [{ pays: 38 }, { pays: 200 }]),
  sent("paid and refunded", [{ pays: 238 }, { pays: -238 }], 238),
  sent("paid and refunded by a cent", [{ pays: 238 }, { pays: -0.01 }], 0.01),
  sent("prepaid", [], 0, { prepaidAmount: 238 }),
  sent("prepaid in part", [], 138, { prepaidAmount: 100 }),
  sent("prepaid in part, all but a cent paid", [{ pays: 137.99 }], 0.01, { prepaidAmount: 100 }),
  paid("prepaid in part, the rest paid", [{ pays: 138 }], 0, { prepaidAmount: 100 }),
  sent("rounded up, the total paid", [{ pays: 238 }], 0.02, { roundingAmount: 0.02 }),
  paid("rounded up, paid", [{ pays: 238.02 }], 0, { roundingAmount: 0.02 }),
  paid("rounded down, paid", [{ pays: 237.98 }], 0, { roundingAmount: -0.02 }),
  paid("prepaid and rounded, paid", [{ pays: 138.02 }], 0, { prepaidAmount: 100, roundingAmount: 0.02 }),
  sent("credited in part", [{ credits: 50 }], 178.5),
  paid("credited in part, the rest paid", [{ credits: 50 }, { pays: 178.5 }]),
  paid("paid, then credited in part", [{ pays: 238 }, { credits: 50 }], 59.5),
  sent("credited in full", [{ credits: "all" }], 0),
  paid("paid in part, credited in full", [{ pays: 100 }, { credits: "all" }], 100),
  paid("paid, credited in full", [{ pays: 238 }, { credits: "all" }], 238),
  sent("paid, credited in full, refunded", [{ pays: 238 }, { credits: "all" }, { pays: -238 }], 0),
  sent("rounded up, credited in full", [{ credits: "all" }], 0, { roundingAmount: 0.02 }),
  paid("rounded up, paid, credited in full", [{ pays: 238.02 }, { credits: "all" }], 238.02, { roundingAmount: 0.02 }),
  paid("rounded down, paid, credited in full", [{ pays: 237.98 }, { credits: "all" }], 237.98, {
    roundingAmount: -0.02,
  }),
  sent("prepaid in part, credited by more than the rest", [{ credits: 150 }], -40.5, { prepaidAmount: 100 }),
  sent("prepaid in part, credited and refunded", [{ credits: 150 }, { pays: -40.5 }], 0, { prepaidAmount: 100 }),
  sent("prepaid by more than the total", [], -62, { prepaidAmount: 300 }),
  sent("prepaid by more than the total, refunded", [{ pays: -62 }], 0, { prepaidAmount: 300 }),
  sent("all that was prepaid refunded", [{ pays: -300 }], 238, { prepaidAmount: 300 }),
  paid("prepaid, refunded and paid", [{ pays: -62 }, { pays: 238 }], 0, { prepaidAmount: 62 }),
  sent("rounded, credited by a third", [{ credits: 66.67 }], 158.67, { roundingAmount: 0.02 }),
  { name: "cancelled", steps: ["cancel"], status: "CANCELLED", amountDue: 0, refundDue: 0 },
  {
    name: "paid in part, cancelled",
    steps: [{ pays: 38 }, "cancel"],
    status: "CANCELLED",
    amountDue: 0,
    refundDue: 38,
  },
  {
    name: "prepaid, cancelled",
    order: { prepaidAmount: 100 },
    steps: ["cancel", { pays: -60 }],
    status: "CANCELLED",
    amountDue: 0,
    refundDue: 40,
  },
];

function sent(
  name: string,
  steps: readonly BalanceStep[],
  amountDue: number,
  order?: BalanceCase["order"],
): BalanceCase {
  return { name, steps, status: "SENT", amountDue, refundDue: Math.max(0, -amountDue), ...(order && { order }) };
}

function paid(name: string, steps: readonly BalanceStep[], refundDue = 0, order?: BalanceCase["order"]): BalanceCase {
  return { name, steps, status: "PAID", amountDue: 0 - refundDue, refundDue, ...(order && { order }) };
}
