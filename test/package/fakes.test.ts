import {
  type BillingDrain,
  type Company,
  type EventDrain,
  type Invoice,
  type InvoiceOrder,
  type Invoicing,
  systemClock,
} from "faktura";
import { createHttpHandler } from "faktura/http";
import { expect, test } from "vitest";

const ORDER: InvoiceOrder = {
  clientName: "Kundin",
  clientCountry: "DE",
  items: [{ description: "Lamp", quantity: 1, unitPrice: 100 }],
};
const INVOICE = { id: "invoice-1", invoiceNumber: "INV-202611-0001", total: 119 } as Invoice;

async function unused(): Promise<never> {
  throw new Error("no fake for this call");
}

/** A fake as a host writes it for tests of its own code, without this library's classes. */
class FakeCompany implements Company {
  readonly orders: InvoiceOrder[] = [];

  async issue(order: InvoiceOrder) {
    this.orders.push(order);
    return INVOICE;
  }

  async issueOrReplay(order: InvoiceOrder) {
    return { invoice: await this.issue(order), replayed: false };
  }

  async issueMany(orders: readonly InvoiceOrder[]) {
    return Promise.all(orders.map((order) => this.issue(order)));
  }

  async *issueAll(orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>) {
    for await (const order of orders) yield await this.issue(order);
  }

  async list() {
    return { data: [INVOICE], page: 1, limit: 20, total: 1 };
  }

  async *listAll() {
    yield INVOICE;
  }

  async *listEntries() {
    yield INVOICE;
  }

  async *changes() {
    yield { kind: "invoice.issued", position: 1, at: "2026-11-20T12:00:00.000Z", invoice: INVOICE } as const;
  }

  saveProfile = unused;
  profile = unused;
  suggestVat = unused;
  checkVatNumber = unused;
  preview = unused;
  previewCredit = unused;
  get = unused;
  getByNumber = unused;
  getByKey = unused;
  cancel = unused;
  writeOff = unused;
  credit = unused;
  creditOrReplay = unused;
  issueCreditNote = unused;
  issueCreditNoteOrReplay = unused;
  creditNotes = unused;
  getCreditNote = unused;
  recordPayment = unused;
  recordPaymentOrReplay = unused;
  recordPortalNumber = unused;
  recordCreditNotePortalNumber = unused;
  recordPortalRefusal = unused;
  recordCreditNotePortalRefusal = unused;
  continueNumbering = unused;
  resumeDates = unused;
  audit = unused;
  auditStep = unused;
  vatReport = unused;
  ossThreshold = unused;
  documentSums = unused;
  accountingRows = unused;
}

/** The same for all companies. */
function fakeInvoicing(company: Company): Invoicing {
  const drained: BillingDrain & EventDrain = {
    delivered: 0,
    companies: 0,
    heldElsewhere: 0,
    waiting: 0,
    putAside: 0,
    failed: [],
  };
  return {
    clock: systemClock,
    rates: {},
    formats: [],
    company: () => company,
    joining: () => ({ company: () => company }),
    drainBilling: async () => drained,
    drainEvents: async () => drained,
    putAside: async function* () {},
    retryEvents: async () => ({ delivered: 0, putAside: 0 }),
    index: async () => ({ indexed: 0, failed: [] }),
    ready: async () => undefined,
    close: async () => undefined,
  };
}

test("a host's test can pass a fake company to the code that bills", async () => {
  const bill = async (company: Company) => (await company.issue(ORDER, { idempotencyKey: "order-17" })).invoiceNumber;
  const company = new FakeCompany();
  expect(await bill(company)).toBe("INV-202611-0001");
  expect(company.orders).toEqual([ORDER]);
});

test("the HTTP handler serves a fake invoicing", async () => {
  const company = new FakeCompany();
  const scopes = ["write:invoices"];
  const handle = createHttpHandler(fakeInvoicing(company), { authenticate: () => ({ companyId: "acme", scopes }) });
  const headers = { Authorization: "Bearer secret", "Content-Type": "application/json", "Idempotency-Key": "order-17" };
  const body = JSON.stringify(ORDER);
  const response = await handle(new Request("http://localhost/invoices", { method: "POST", headers, body }));
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual(INVOICE);
  expect(company.orders).toEqual([ORDER]);
});
