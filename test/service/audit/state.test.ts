/**
 * Goal: what an audit says of an invoice whose row, payments and entries do not agree.
 * Method: one invoice of 238.00, sound in each of its states, and what is found where one side is another.
 */
import type { AuditedInvoice, AuditedPayment, AuditFinding, Payment, StoredEntry } from "faktura";
import { expect, test } from "vitest";
import { findingsIn, soundInvoice } from "./audited-rows.ts";

/** An invoice over 238.00. */
const SENT = await soundInvoice();

const payment = (id: string, amount: number): Payment => {
  return { id, amount, paidOn: "2026-11-20", method: "cash", reference: null };
};

let position = 2;
function entry(kind: StoredEntry["kind"], says: object): StoredEntry {
  position += 1;
  const origin = { source: "api", at: "2026-11-20T12:00:00.000Z", actor: null, digest: "" } as const;
  return { kind, position, ...origin, invoiceId: SENT.id, document: JSON.stringify(says) };
}
const paid = (of: Payment) =>
  entry("payment.recorded", {
    amount: of.amount,
    id: of.id,
    invoiceId: SENT.id,
    method: of.method,
    paidOn: of.paidOn,
    reference: of.reference,
  });
const rows = (...payments: readonly Payment[]): AuditedPayment[] =>
  payments.map((each, index) => ({ ...each, position: index + 1 }));
const CANCELLED_AT = "2026-11-20T12:00:00.000Z";
const cancelled = (cancellationReason: string | null = null) =>
  entry("invoice.cancelled", { cancellationReason, cancelledAt: CANCELLED_AT, invoiceId: SENT.id });

const lost = (reason = "insolvent") => entry("invoice.written_off", { invoiceId: SENT.id, on: "2026-11-20", reason });
const LOST = { ...SENT, writtenOffOn: "2026-11-20", writeOffReason: "insolvent", entries: [lost()] };

const [FIRST, SECOND] = [payment("first", 38), payment("second", 200)];
const PAID: AuditedInvoice = {
  ...SENT,
  status: "PAID",
  amountPaid: 238,
  payments: rows(FIRST, SECOND),
  entries: [paid(FIRST), paid(SECOND)],
};
const CANCELLED: AuditedInvoice = { ...SENT, status: "CANCELLED", cancelledAt: CANCELLED_AT, entries: [cancelled()] };

const CODES: readonly AuditFinding["code"][] = [
  ...(["amount_paid_mismatch", "cancellation_mismatch", "payment_mismatch", "payment_missing"] as const),
  ...(["payment_without_entry", "status_mismatch", "write_off_mismatch"] as const),
];
const faultsOf = async (invoice: AuditedInvoice) =>
  (await findingsIn({ invoices: [invoice] }, CODES)).map(({ code, detail }) => `${code}: ${detail}`);

const ANOTHER_ORDER = "payment_mismatch: its payments are in a different order than in the journal";
const NOT_CANCELLED = "cancellation_mismatch: the journal has no entry for its cancellation";
const OTHERWISE = "cancellation_mismatch: its cancellation differs from its journal entry";
const WRITE_OFF = "write_off_mismatch";
const OTHER_WRITE_OFF = `${WRITE_OFF}: its write-off differs from its journal entry`;

test.each<[string, AuditedInvoice, string[]]>([
  ["sent", SENT, []],
  ["paid", PAID, []],
  ["cancelled", CANCELLED, []],
  [
    "partly paid, then cancelled",
    { ...CANCELLED, amountPaid: 38, payments: rows(FIRST), entries: [paid(FIRST), cancelled()] },
    [],
  ],
  [
    "cancelled by name alone",
    { ...SENT, status: "CANCELLED" },
    ["status_mismatch: its status is CANCELLED, but according to the journal it is SENT"],
  ],
  [
    "cancelled in the journal alone",
    { ...SENT, entries: [cancelled()] },
    [OTHERWISE, "status_mismatch: its status is SENT, but according to the journal it is CANCELLED"],
  ],
  [
    "cancelled twice",
    { ...CANCELLED, entries: [cancelled(), cancelled()] },
    ["cancellation_mismatch: the journal has more than one cancellation of it"],
  ],
  ["cancelled, with a reason in the row alone", { ...CANCELLED, cancellationReason: "twice" }, [OTHERWISE]],
  ["cancelled at another time", { ...CANCELLED, cancelledAt: "2026-11-20T12:00:00.001Z" }, [OTHERWISE]],
  ["sent, with a time of its cancellation", { ...SENT, cancelledAt: CANCELLED_AT }, [NOT_CANCELLED]],
  ["written off", LOST, []],
  ["written off by name alone", { ...LOST, entries: [] }, [`${WRITE_OFF}: the journal has no entry for its write-off`]],
  ["written off in the journal alone", { ...SENT, entries: [lost()] }, [OTHER_WRITE_OFF]],
  ["written off on another day", { ...LOST, writtenOffOn: "2026-11-21" }, [OTHER_WRITE_OFF]],
  ["written off for another reason", { ...LOST, writeOffReason: "fled" }, [OTHER_WRITE_OFF]],
  [
    "written off twice",
    { ...LOST, entries: [lost(), lost()] },
    [`${WRITE_OFF}: the journal has more than one write-off of it`],
  ],
  [
    "paid, said to be sent",
    { ...PAID, status: "SENT" },
    ["status_mismatch: its status is SENT, but according to the journal it is PAID"],
  ],
  [
    "paid, said to be partly paid",
    { ...PAID, amountPaid: 38 },
    ["amount_paid_mismatch: its amount paid is 38, but the payments in the journal add up to 238"],
  ],
  [
    "a payment that is recorded twice",
    { ...PAID, entries: [...PAID.entries, paid(SECOND)], amountPaid: 438 },
    [
      "payment_mismatch: the journal records the payment second twice",
      "amount_paid_mismatch: the payments in the journal add up to 438, more than can be paid, 238",
    ],
  ],
  ["payments in another order", { ...PAID, payments: rows(SECOND, FIRST) }, [ANOTHER_ORDER]],
  [
    "payments of which one is unknown",
    { ...PAID, payments: rows(FIRST, payment("third", 1), SECOND) },
    ["payment_without_entry: the journal has no entry for its payment third"],
  ],
  [
    "payments of which one is missing",
    { ...PAID, payments: rows(SECOND) },
    ["payment_missing: the payment first is only in the journal"],
  ],
  [
    "a payment at a place of its own",
    {
      ...PAID,
      payments: [
        { ...FIRST, position: 1 },
        { ...SECOND, position: 9 },
      ],
    },
    ["payment_mismatch: its payments have the positions 1, 9, not 1 to 2"],
  ],
])("%s", async (_, invoice, findings) => {
  expect(await faultsOf(invoice)).toEqual(findings);
});

test.each<Partial<Payment>>([{ amount: 37 }, { paidOn: "2026-11-19" }, { method: "card" }, { reference: "" }])(
  "a payment whose row says %j",
  async (changes) => {
    const found = await faultsOf({ ...PAID, payments: rows({ ...FIRST, ...changes }, SECOND) });
    expect(found).toEqual(["payment_mismatch: the payment first differs from its journal entry"]);
  },
);

test("if the total cannot be read, only a cancellation determines the status", async () => {
  const unread = (invoice: AuditedInvoice) => faultsOf({ ...invoice, document: "{}" });
  expect(await unread({ ...SENT, status: "PAID" })).toEqual([]);
  expect(await unread({ ...PAID, status: "SENT" })).toEqual([]);
  expect(await unread({ ...CANCELLED, status: "SENT" })).toEqual([
    "status_mismatch: its status is SENT, but according to the journal it is CANCELLED",
  ]);
});

test("an invoice over nothing is not paid by having no payment", async () => {
  const free = await soundInvoice({ items: [{ description: "Sample", quantity: 1, unitPrice: 0 }] });
  expect(await faultsOf(free)).toEqual([]);
  expect(await faultsOf({ ...free, status: "PAID" })).toEqual([
    "status_mismatch: its status is PAID, but according to the journal it is SENT",
  ]);
});
