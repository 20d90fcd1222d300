import { type CompanyProfile, type InvoiceOrder, type InvoicingStore, Refusal } from "faktura";
import { en16931 } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const YEARS = { from: "2026-01-01", to: "2027-12-31" };
const FOURTEEN_DAYS = [{ percent: 2, days: 14 }];
const ITALY = { country: "IT", vatNumber: "IT00743110157" } as const;
const BELGIUM = { country: "BE", vatNumber: "BE0202239951" } as const;

/** An invoice of 1,000 at 19 % and 100 at 7 %, on 20 November, with 2 % within 14 days. */
const sale = (changes: Partial<InvoiceOrder> = {}): InvoiceOrder =>
  order({
    autoVat: false,
    clientCountry: "DE",
    items: [
      { description: "Desk", quantity: 1, unitPrice: 1000, taxRate: 19 },
      { description: "Book", quantity: 1, unitPrice: 100, taxRate: 7 },
    ],
    cashDiscounts: FOURTEEN_DAYS,
    ...changes,
  });

async function issued(changes?: Partial<InvoiceOrder>, profile?: Partial<CompanyProfile>, store?: InvoicingStore) {
  const books = await openBooks(store, profile);
  const invoice = await books.acme.issue(sale(changes));
  books.clock.set("2026-12-04T12:00:00.000Z");
  const domestic = async (span = YEARS) => {
    const { lines } = (await books.acme.vatReport(span)).domestic;
    return lines.map(({ taxRate, taxableAmount, taxAmount }) => [taxRate, taxableAmount, taxAmount]);
  };
  const pay = (amount: number, more: object = {}) =>
    books.acme.recordPayment(invoice.id, { amount, cashDiscount: true, ...more });
  return { ...books, invoice, domestic, pay };
}

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => expect.fail("nothing was refused"),
    (refusal: unknown) => refusal,
  );
  if (error instanceof Refusal) return error;
  throw error;
}

test("a payment less the discount settles the invoice, and lowers its VAT on the day of payment", async () => {
  const { acme, invoice, pay, domestic } = await issued();
  expect(invoice).toMatchObject({ total: 1297, discountTaken: 0, cashDiscounts: FOURTEEN_DAYS });
  const paid = await pay(1271.06);
  expect(paid).toMatchObject({ status: "PAID", amountDue: 0, amountPaid: 1271.06, discountTaken: 25.94 });
  expect(paid.payments).toMatchObject([{ amount: 1271.06, discountTaken: 25.94 }]);
  expect(await acme.list()).toMatchObject({ data: [{ discountTaken: 25.94, amountDue: 0 }] });
  // 25.94 are 23.80 with 19 % and 2.14 with 7 %.
  expect(await domestic()).toEqual([
    [7, 98, 6.86],
    [19, 980, 186.2],
  ]);
  expect(await domestic({ from: "2026-12-01", to: "2026-12-31" })).toEqual([
    [7, -2, -0.14],
    [19, -20, -3.8],
  ]);
  expect((await acme.creditNotes()).data).toEqual([]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("the last day is included, and with several discounts the best one that is open counts", async () => {
  const { pay, acme, invoice } = await issued({ cashDiscounts: [...FOURTEEN_DAYS, { percent: 1, days: 30 }] });
  expect(await refusalOf(pay(1271.06, { paidOn: "2026-12-05" }))).toMatchObject({
    code: "amount_out_of_range",
    errors: [{ pointer: "/amount" }],
  });
  expect(await acme.get(invoice.id)).toMatchObject({ status: "SENT", payments: [] });
  expect(await pay(1284.03, { paidOn: "2026-12-05" })).toMatchObject({ status: "PAID", discountTaken: 12.97 });
  const other = await issued();
  expect(await other.pay(1271.06, { paidOn: "2026-12-04" })).toMatchObject({ status: "PAID" });
});

test("a discount that is too late, too large or not offered is refused", async () => {
  const { acme, pay, invoice } = await issued();
  const atDiscount = { code: "request_invalid", errors: [{ pointer: "/cashDiscount" }] };
  expect(await refusalOf(pay(1271.06, { paidOn: "2026-12-05" }))).toMatchObject(atDiscount);
  expect(await refusalOf(pay(1271.05))).toMatchObject({
    code: "amount_out_of_range",
    errors: [{ pointer: "/amount" }],
  });
  expect(await refusalOf(pay(-1))).toMatchObject({ code: "refund_exceeds_amount_paid" });
  expect(await pay(1297)).toMatchObject({ status: "PAID", discountTaken: 0 });
  expect(await refusalOf(pay(0.01))).toMatchObject({ code: "payment_exceeds_amount_due" });
  expect(await refusalOf(pay(-1297))).toMatchObject(atDiscount);
  const plain = await acme.issue(sale({ cashDiscounts: undefined }));
  const settle = (id: string) => acme.recordPayment(id, { amount: 1271.06, cashDiscount: true });
  expect(await refusalOf(settle(plain.id))).toMatchObject(atDiscount);
  await acme.cancel(plain.id);
  expect(await refusalOf(settle(plain.id))).toMatchObject({ code: "invoice_cancelled" });
  expect(invoice.discountTaken).toBe(0);
  expect(plain).not.toHaveProperty("discountTaken");
});

test("discounts that are alike, too fine, or on an advance are refused", async () => {
  const { acme } = await openBooks();
  const faults = async (changes: Partial<InvoiceOrder>) => {
    const { errors } = await refusalOf(acme.issue(sale(changes)));
    return errors.map((error) => ("pointer" in error ? error.pointer : error));
  };
  const [first] = FOURTEEN_DAYS as [{ percent: number; days: number }];
  expect(await faults({ cashDiscounts: [first, { ...first, percent: 1 }] })).toEqual(["/cashDiscounts/1/days"]);
  expect(await faults({ cashDiscounts: [first, { ...first, days: 1 }] })).toEqual(["/cashDiscounts/1/percent"]);
  expect(await faults({ cashDiscounts: [{ percent: 2.125, days: 1.5 }] })).toEqual([
    "/cashDiscounts/0/days",
    "/cashDiscounts/0/percent",
  ]);
  expect(await faults({ cashDiscounts: [{ percent: 0, days: -1 }] })).toHaveLength(2);
  expect(await faults({ cashDiscounts: [{ percent: 100, days: 1 }] })).toEqual(["/cashDiscounts/0/percent"]);
  expect(await faults({ documentType: "386" })).toEqual(["/cashDiscounts"]);
});

test("a refund leaves the discount as taken, or takes it back", async () => {
  const { acme, invoice, pay, domestic } = await issued();
  await pay(1271.06);
  const refund = (changes: object) => acme.recordPayment(invoice.id, { amount: -1271.06, ...changes });
  expect(await refund({})).toMatchObject({ status: "SENT", amountDue: 1271.06, discountTaken: 25.94 });
  // The discount is taken already, so there is no second one.
  expect(await refusalOf(pay(1270))).toMatchObject({ code: "amount_out_of_range" });
  expect(await pay(1271.06)).toMatchObject({ status: "PAID", amountDue: 0, discountTaken: 25.94 });
  expect(await refusalOf(acme.credit(invoice.id, { reason: "Returned" }))).toMatchObject({
    code: "credit_exceeds_invoice",
  });
  expect(await refund({ cashDiscount: true })).toMatchObject({ status: "SENT", amountDue: 1297, discountTaken: 0 });
  expect(await domestic()).toEqual([
    [7, 100, 7],
    [19, 1000, 190],
  ]);
  await acme.credit(invoice.id, { reason: "Returned" });
  expect(await acme.get(invoice.id)).toMatchObject({ amountDue: 0, amountPaid: 0 });
  expect(await domestic()).toEqual([]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("under cash accounting, the payment declares all that was paid, and nothing remains", async () => {
  const { pay, domestic } = await issued({}, { cashAccounting: true });
  expect(await domestic()).toEqual([]);
  await pay(1271.06);
  expect(await domestic()).toEqual([
    [7, 98, 6.86],
    [19, 980, 186.2],
  ]);
});

test("what is retained stays due", async () => {
  const { pay } = await issued({ retentions: [{ amount: 100, dueOn: "2031-01-01", reason: "Guarantee" }] });
  expect(await pay(1171.06)).toMatchObject({ amountDue: 100, discountTaken: 25.94, status: "SENT" });
});

test("beside a withholding, credits leave the discount, and the rest ends at 0", async () => {
  const { acme, invoice, pay, domestic } = await issued({
    items: [{ description: "Works", quantity: 1, unitPrice: 1000, taxRate: 19 }],
    withholdings: [{ percent: 20, reason: "Tax" }],
    cashDiscounts: [{ percent: 3, days: 14 }],
  });
  expect(invoice).toMatchObject({ total: 1190, payable: 990 });
  expect(await pay(960.3)).toMatchObject({ status: "PAID", discountTaken: 29.7 });
  const credit = (netAmount: number) => acme.credit(invoice.id, { reason: "Back", lines: [{ line: 1, netAmount }] });
  // 29.70 of what the client pays are 35.70 with the tax that is withheld.
  const tooMuch = await refusalOf(credit(975.04));
  expect(tooMuch).toMatchObject({ code: "credit_exceeds_invoice" });
  expect(tooMuch.message).toContain("1154.3 EUR");
  expect(await acme.get(invoice.id)).toMatchObject({ creditedTotal: 0 });
  await credit(970);
  const { amountDue } = await acme.get(invoice.id);
  expect(amountDue).toBe(-960.3);
  expect(await acme.recordPayment(invoice.id, { amount: amountDue })).toMatchObject({ amountDue: 0, amountPaid: 0 });
  expect(await domestic()).toEqual([]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("OSS and the recapitulative statement have the discount too", async () => {
  const oss = await issued(
    {
      autoVat: true,
      clientCountry: "FR",
      supply: "goods",
      items: [{ description: "Pen", quantity: 1, unitPrice: 100 }],
    },
    { ossRegistered: true },
  );
  await oss.pay(117.6);
  expect((await oss.acme.vatReport(YEARS)).oss.lines).toMatchObject([{ taxableAmount: 98, taxAmount: 19.6 }]);
  const eu = await issued({
    ...{ autoVat: true, clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" },
    items: [{ description: "Work", quantity: 1, unitPrice: 100 }],
  });
  await eu.pay(98);
  expect((await eu.acme.vatReport(YEARS)).recapitulative.lines).toMatchObject([{ taxableAmount: 98 }]);
});

describe("where a credit note lowers VAT", () => {
  test("the payment issues it, once for the same key", async () => {
    const items = [
      { description: "Desk", quantity: 1, unitPrice: 1000, taxRate: 22 },
      { description: "Book", quantity: 1, unitPrice: 100, taxRate: 10 },
    ];
    const italian = { clientCountry: "IT", clientLanguage: "it", items };
    const { acme, invoice, events, pay, domestic } = await issued(italian, ITALY);
    const payment = { amount: 1303.4, cashDiscount: true };
    const paid = await acme.recordPayment(invoice.id, payment, { idempotencyKey: "bank-1" });
    expect(paid).toMatchObject({ status: "PAID", amountDue: 0, discountTaken: 0, creditedTotal: 26.6 });
    expect(await acme.recordPayment(invoice.id, payment, { idempotencyKey: "bank-1" })).toEqual(paid);
    const { data } = await acme.creditNotes({ invoiceId: invoice.id });
    expect(data).toMatchObject([
      { cashDiscount: true, reason: "Sconto cassa", subtotal: 22, taxTotal: 4.6, total: 26.6, payable: 26.6 },
    ]);
    expect(events.map(({ type }) => type).slice(1)).toEqual(["payment.recorded", "credit_note.issued", "invoice.paid"]);
    expect(await domestic()).toEqual([
      [10, 98, 9.8],
      [22, 980, 215.6],
    ]);
    expect(await refusalOf(pay(-1))).toMatchObject({ code: "request_invalid" });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("a credit note over several invoices takes off all that is left, with the rounding amount", async () => {
    const items = [{ description: "Desk", quantity: 1, unitPrice: 1000, taxRate: 22 }];
    const cashDiscounts = [{ percent: 3, days: 14 }];
    const italian = { clientCountry: "IT", items, cashDiscounts, roundingAmount: -2 } as const;
    const { acme, invoice, pay } = await issued(italian, ITALY);
    expect(await pay(1181.4)).toMatchObject({ status: "PAID", creditedTotal: 36.6 });
    const { invoiceNumber } = await acme.issue(sale({ ...italian, roundingAmount: undefined }));
    const correctedInvoices = [{ number: invoice.invoiceNumber, amount: 1183.4 }, { number: invoiceNumber }];
    const { clientName, clientCountry } = invoice;
    await acme.issueCreditNote({
      ...{ clientName, clientCountry, autoVat: false, reason: "Bonus", correctedInvoices },
      items: [{ ...items[0]!, unitPrice: 970 }],
    });
    expect(await acme.get(invoice.id)).toMatchObject({ creditedTotal: 1220, amountDue: -1181.4 });
    expect(await acme.recordPayment(invoice.id, { amount: -1181.4 })).toMatchObject({ amountDue: 0, amountPaid: 0 });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("neither payment nor credit note is kept if one cannot be written", async () => {
    const store = memoryStore();
    let fails = true;
    const broken: InvoicingStore = Object.create(store, {
      transaction: {
        value: (companyId: string, work: Parameters<InvoicingStore["transaction"]>[1]) =>
          store.transaction(companyId, (ports) => {
            const insert = (notes: Parameters<typeof ports.creditNotes.insert>[0]) =>
              fails ? Promise.reject(new Error("disk full")) : ports.creditNotes.insert(notes);
            return work({ ...ports, creditNotes: { ...ports.creditNotes, insert } });
          }),
      },
    });
    const { acme, invoice, pay } = await issued({ clientCountry: "IT" }, ITALY, broken);
    await expect(pay(1271.06)).rejects.toThrow("disk full");
    expect(await acme.get(invoice.id)).toMatchObject({ amountPaid: 0, creditedTotal: 0, payments: [] });
    fails = false;
    expect(await pay(1271.06)).toMatchObject({ status: "PAID", creditedTotal: 25.94 });
    expect((await acme.creditNotes()).total).toBe(1);
  });
});

describe.each([
  { name: "memory", open: async () => memoryStore() },
  { name: "SQLite", open: () => openSqliteStore(freshFile()) },
])("on $name, a payment with its credit note", ({ open }) => {
  const thousand = [{ description: "Desk", quantity: 1, unitPrice: 1000, taxRate: 22 }];
  const hundred = [{ ...thousand[0]!, unitPrice: 100 }];
  const italian = (changes: Partial<InvoiceOrder>) => sale({ clientCountry: "IT", items: thousand, ...changes });

  test.each([
    { kind: "386", documentType: "386" as const, due: 1098, amount: 1076.04 },
    { kind: "384", documentType: undefined, due: 1098, amount: 1073.6 },
  ])("is recorded once for an invoice that settles another ($kind)", async ({ documentType, due, amount }) => {
    const { acme } = await openBooks(await open(), ITALY);
    const first = await acme.issue(italian({ items: hundred, cashDiscounts: undefined, documentType }));
    await acme.recordPayment(first.id, { amount: 122 });
    const { invoiceNumber: number } = first;
    const settling: Partial<InvoiceOrder> =
      documentType === "386"
        ? { advances: [number] }
        : { documentType: "384", precedingInvoices: [{ number }], cashDiscounts: FOURTEEN_DAYS };
    const { id, amountDue } = await acme.issue(italian(settling));
    expect(amountDue).toBe(due);
    const pay = () => acme.recordPayment(id, { amount, cashDiscount: true }, { idempotencyKey: "bank-1" });
    const paid = await pay();
    expect(paid).toMatchObject({ status: "PAID", amountDue: 0, amountPaid: amount, payments: [{ amount }] });
    expect(await pay()).toEqual(paid);
    expect((await acme.creditNotes({ invoiceId: id })).total).toBe(1);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("leaves no payment if the credit note is refused, because the clock was ahead", async () => {
    const { acme, clock } = await openBooks(await open(), ITALY);
    const other = await acme.issue(italian({}));
    const { id } = await acme.issue(italian({}));
    clock.set("2027-06-01T12:00:00.000Z");
    await acme.credit(other.id, { reason: "Returned" });
    clock.set("2026-11-21T12:00:00.000Z");
    const pay = acme.recordPayment(id, { amount: 1195.6, cashDiscount: true }, { idempotencyKey: "bank-1" });
    expect(await refusalOf(pay)).toMatchObject({ code: "clock_out_of_step" });
    expect(await acme.get(id)).toMatchObject({ amountPaid: 0, amountDue: 1220, payments: [] });
    await acme.resumeDates({ reason: "The clock was a year ahead" });
    const again = acme.recordPayment(id, { amount: 1195.6, cashDiscount: true }, { idempotencyKey: "bank-1" });
    expect(await again).toMatchObject({ status: "PAID", payments: [{ amount: 1195.6 }], creditedTotal: 24.4 });
  });
});

describe("in Belgium", () => {
  const lines = [{ description: "Desk", quantity: 1, unitPrice: 1000, taxRate: 21 }];
  const changes = {
    clientCountry: "BE",
    items: lines,
    cashDiscounts: [...FOURTEEN_DAYS, { percent: 1, days: 30 }],
  } as const;

  test("VAT is on the price less the discount offered, and taking it changes no VAT", async () => {
    const { acme, invoice, pay, domestic } = await issued(changes, BELGIUM);
    expect(invoice).toMatchObject({ subtotal: 1000, taxTotal: 205.8, total: 1205.8 });
    expect(invoice.allowances).toMatchObject([{ amount: 20, vatCategory: "S", taxRate: 21 }]);
    expect(invoice.charges).toMatchObject([{ amount: 20, vatCategory: "E", taxRate: 0 }]);
    expect(en16931.gaps(invoice)).toEqual([]);
    expect(await domestic()).toEqual([
      [0, 20, 0],
      [21, 980, 205.8],
    ]);
    expect(await refusalOf(pay(1185.79))).toMatchObject({ code: "amount_out_of_range" });
    expect(await pay(1185.8)).toMatchObject({ status: "PAID", discountTaken: 20 });
    expect(await domestic()).toEqual([[21, 980, 205.8]]);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("a line is credited with its share of the discount if the credit names it", async () => {
    const items = [lines[0]!, lines[0]!];
    const { acme, invoice, domestic } = await issued({ ...changes, items }, BELGIUM);
    expect(invoice).toMatchObject({ allowances: [{ amount: 40 }], charges: [{ amount: 40 }], taxTotal: 411.6 });
    const half = { amount: 20 };
    await acme.credit(invoice.id, {
      ...{ reason: "Returned", lines: [{ line: 1 }] },
      ...{ allowances: [{ position: 1, ...half }], charges: [{ position: 1, ...half }] },
    });
    expect(await acme.get(invoice.id)).toMatchObject({ creditedTotal: 1205.8, amountDue: 1205.8 });
    expect(await domestic()).toEqual([
      [0, 20, 0],
      [21, 980, 205.8],
    ]);
  });

  test("gross prices, advances, and the VAT of another state, are refused", async () => {
    const atDiscounts = { code: "request_invalid", errors: [{ pointer: "/cashDiscounts" }] };
    const { acme } = await openBooks(undefined, { ...BELGIUM, ossRegistered: true });
    expect(await refusalOf(acme.issue(sale({ ...changes, prices: "gross" })))).toMatchObject(atDiscounts);
    const advance = await acme.issue(sale({ ...changes, cashDiscounts: undefined, documentType: "386" }));
    const final = sale({ ...changes, items: [{ ...lines[0]!, unitPrice: 5000 }], advances: [advance.invoiceNumber] });
    expect(await refusalOf(acme.issue(final))).toMatchObject(atDiscounts);
    expect(await acme.issue({ ...final, cashDiscounts: undefined })).toMatchObject({ advances: final.advances });
    const abroad = {
      ...changes,
      autoVat: true,
      supply: "goods",
      clientCountry: "FR",
      items: [{ ...lines[0]!, taxRate: undefined }],
    } as const;
    expect(await refusalOf(acme.issue(sale(abroad)))).toMatchObject(atDiscounts);
  });
});
