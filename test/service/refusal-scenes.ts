import type {
  CompanyProfile,
  InvoiceOrder,
  InvoicingStore,
  RefusalCode,
  VatNumberVerdict,
  VatRateChoice,
} from "faktura";
import { germanProfile, order } from "../support/fixtures.ts";
import { type Books, openBooks } from "./books.ts";

/** Books with an invoice in them, and a request to each use case that is all right until faults are put into it. */
export interface Scene extends Books {
  /** What the host's own company table says; faults change it. */
  readonly directory: { profile: CompanyProfile | undefined };
  /** What the register says of every number; faults change it. */
  readonly register: { verdict: VatNumberVerdict };
  /** The invoice that was issued under the key `used`. */
  readonly issuedId: string;
  order: InvoiceOrder;
  idempotencyKey: string;
  invoiceId: string;
  amount: number;
  reason: string;
  lastCounter: number;
  suggestion: { clientCountry?: string; clientVatNumber?: string; supplyDate?: string; vatRates?: VatRateChoice };
}

export async function setScene(store: InvoicingStore): Promise<Scene> {
  const directory: Scene["directory"] = { profile: germanProfile() };
  const register: Scene["register"] = { verdict: { status: "valid", consultationNumber: undefined } };
  const verifier = { verify: async () => register.verdict };
  const books = await openBooks(store, {}, { companies: { profile: () => directory.profile }, verifier });
  const issued = await books.acme.issue(order(), { idempotencyKey: "used" });
  return {
    ...books,
    directory,
    register,
    issuedId: issued.id,
    order: order({ reference: "another order than the issued one" }),
    idempotencyKey: "new",
    invoiceId: issued.id,
    amount: 10,
    reason: "ordered twice",
    lastCounter: 0,
    suggestion: { clientCountry: "FR" },
  };
}

/** Puts one fault into a scene, so that the request is refused with the code. */
type Fault = readonly [code: RefusalCode, put: (scene: Scene) => unknown];

const changeOrder = (change: Partial<InvoiceOrder>) => (scene: Scene) => {
  scene.order = { ...scene.order, ...change };
};
const reuseKey = (scene: Scene) => {
  scene.idempotencyKey = "used";
};
const forgetCompany = (scene: Scene) => {
  scene.directory.profile = undefined;
};
const forgetInvoice = (scene: Scene) => {
  scene.invoiceId = "00000000-0000-7000-8000-000000000000";
};
/** A panel inserts an invoice without lines. */
const insertDamaged = async (scene: Scene) => {
  const { store, issuedId } = scene;
  const { document } = (await store.reader.find("acme", issuedId))!;
  const { issueDate, issuedAt } = document;
  const [id, invoiceNumber] = [issuedId.replace(/^0/, "1"), "INV-202611-0002"];
  await store.transaction("acme", async ({ numbers, invoices }) => {
    await numbers.lock();
    const counter = await numbers.take(1);
    const text = JSON.stringify({ ...document, id, invoiceNumber, items: undefined });
    const row = {
      id,
      counter,
      invoiceNumber,
      issueDate,
      issuedAt,
      source: "panel",
      actor: null,
      amountDue: 0,
      document: text,
    } as const;
    await invoices.insert([row]);
  });
  scene.invoiceId = id;
};
const changeSuggestion = (change: Scene["suggestion"]) => (scene: Scene) => {
  scene.suggestion = { ...scene.suggestion, ...change };
};

/** A use case: the faults its request can have, in order of precedence, and which of them cannot meet in one. */
export interface RefusedCall {
  readonly name: string;
  readonly call: (scene: Scene) => Promise<unknown>;
  readonly faults: readonly Fault[];
  readonly cannotMeet: readonly (readonly RefusalCode[])[];
}

/** Its rate is lawful neither at the seller's nor at the client's place. */
const UNLAWFUL_LINE = { description: "Book", quantity: 1, unitPrice: 10, vatRates: { DE: 8, FR: 8 } };

const issue: RefusedCall = {
  name: "issue",
  call: ({ acme, order, idempotencyKey }) => acme.issue(order, { idempotencyKey }),
  faults: [
    ["request_invalid", changeOrder({ dueDate: "2026-02-30" })],
    ["idempotency_key_reused", reuseKey],
    ["company_not_found", forgetCompany],
    ["client_country_required", changeOrder({ clientCountry: undefined })],
    [
      "company_not_vat_registered",
      (scene) => {
        scene.directory.profile = scene.directory.profile && { ...scene.directory.profile, vatRegistered: false };
        changeOrder({ taxRate: 19 })(scene);
      },
    ],
    ["vat_number_invalid", changeOrder({ clientCountry: "FR", clientVatNumber: "FR1" })],
    ["vat_rate_unknown", changeOrder({ clientCountry: "FR", supplyDate: "1960-01-01" })],
    ["vat_rate_unlawful", changeOrder({ items: [UNLAWFUL_LINE] })],
    ["tax_rate_conflict", changeOrder({ taxRate: 42 })],
    ["amount_out_of_range", changeOrder({ items: [{ description: "Moon", quantity: 1, unitPrice: 1e300 }] })],
    ["einvoice_incomplete", changeOrder({ requires: "peppol", isCompany: true })],
    [
      "vat_number_unverified",
      (scene) => {
        scene.register.verdict = { status: "unavailable", detail: "the register is down" };
        changeOrder({ clientCountry: "FR", clientVatNumber: "FR40303265045" })(scene);
      },
    ],
    ["clock_out_of_step", ({ clock }) => clock.set("2026-11-10T12:00:00.000Z")],
  ],
  cannotMeet: [
    ["client_country_required", "vat_number_invalid"], // no number decides without a country, nor a rate
    ["client_country_required", "vat_rate_unknown"],
    ["company_not_vat_registered", "vat_number_invalid"], // nothing decides for a company that charges no VAT
    ["company_not_vat_registered", "vat_rate_unknown"],
    ["client_country_required", "vat_number_unverified"], // only a number that decides is verified
    ["company_not_vat_registered", "vat_number_unverified"],
    ["vat_rate_unknown", "vat_number_unverified"], // and then no rate is needed
    ["vat_rate_unlawful", "vat_number_unverified"],
  ],
};

/** As issuing is refused, without the key. */
const preview: RefusedCall = {
  ...issue,
  name: "preview",
  call: ({ acme, order }) => acme.preview(order, { verify: true }),
  faults: issue.faults.filter(([code]) => code !== "idempotency_key_reused"),
};

const recordPayment: RefusedCall = {
  name: "recordPayment",
  call: ({ acme, invoiceId, amount, idempotencyKey }) => acme.recordPayment(invoiceId, { amount }, { idempotencyKey }),
  faults: [
    [
      "request_invalid",
      (scene) => {
        scene.amount = 0;
      },
    ],
    ["idempotency_key_reused", reuseKey],
    ["company_not_found", forgetCompany],
    ["invoice_not_found", forgetInvoice],
    [
      "amount_out_of_range",
      (scene) => {
        scene.amount += 0.001;
      },
    ],
    ["invoice_cancelled", ({ acme, issuedId }) => acme.cancel(issuedId)],
    [
      "payment_exceeds_amount_due",
      (scene) => {
        scene.amount = 1_000_000;
      },
    ],
  ],
  cannotMeet: [
    ["invoice_not_found", "invoice_cancelled"],
    ["invoice_not_found", "payment_exceeds_amount_due"],
  ],
};

const refund: RefusedCall = {
  name: "recordPayment of a refund",
  call: ({ acme, invoiceId }) => acme.recordPayment(invoiceId, { amount: -10 }),
  faults: [
    ["company_not_found", forgetCompany],
    ["invoice_not_found", forgetInvoice],
    ["refund_exceeds_amount_paid", () => undefined],
  ],
  cannotMeet: [],
};

const credit: RefusedCall = {
  name: "credit",
  call: ({ acme, invoiceId, reason, amount, idempotencyKey }) =>
    acme.credit(invoiceId, { reason, lines: [{ line: 1, netAmount: amount }] }, { idempotencyKey }),
  faults: [
    [
      "request_invalid",
      (scene) => {
        scene.reason = " ";
      },
    ],
    ["idempotency_key_reused", reuseKey],
    ["company_not_found", forgetCompany],
    ["invoice_not_found", forgetInvoice],
    ["document_unreadable", insertDamaged],
    [
      "amount_out_of_range",
      (scene) => {
        scene.amount += 0.001;
      },
    ],
    ["invoice_cancelled", ({ acme, issuedId }) => acme.cancel(issuedId)],
    [
      "credit_exceeds_invoice",
      (scene) => {
        scene.amount = 1_000_000;
      },
    ],
  ],
  cannotMeet: [
    ["invoice_not_found", "invoice_cancelled"],
    ["invoice_not_found", "credit_exceeds_invoice"],
  ],
};

/** As crediting is refused, without the key. */
const previewCredit: RefusedCall = {
  ...credit,
  name: "previewCredit",
  call: ({ acme, invoiceId, reason, amount }) =>
    acme.previewCredit(invoiceId, { reason, lines: [{ line: 1, netAmount: amount }] }),
  faults: credit.faults.filter(([code]) => code !== "idempotency_key_reused"),
};

const getCreditNote: RefusedCall = {
  name: "getCreditNote",
  call: ({ acme, invoiceId }) => acme.getCreditNote(invoiceId),
  faults: [["credit_note_not_found", () => undefined]],
  cannotMeet: [],
};

const cancel: RefusedCall = {
  name: "cancel",
  call: ({ acme, invoiceId, reason }) => acme.cancel(invoiceId, { reason }),
  faults: [
    [
      "request_invalid",
      (scene) => {
        scene.reason = " ";
      },
    ],
    ["invoice_not_found", forgetInvoice],
    ["invoice_paid", ({ acme, issuedId }) => acme.recordPayment(issuedId, { amount: 238 })],
  ],
  cannotMeet: [["invoice_not_found", "invoice_paid"]],
};

const writeOff: RefusedCall = {
  name: "writeOff",
  call: ({ acme, invoiceId, reason }) => acme.writeOff(invoiceId, { reason, on: "2026-11-20" }),
  faults: [
    ...cancel.faults.slice(0, 2),
    ["invoice_cancelled", ({ acme, issuedId }) => acme.cancel(issuedId)],
    [
      "write_off_refused",
      ({ acme, issuedId }) => acme.writeOff(issuedId, { reason: "fled", on: "2026-11-20" }).catch(() => undefined),
    ],
  ],
  cannotMeet: [
    ["invoice_not_found", "invoice_cancelled"],
    ["invoice_not_found", "write_off_refused"],
  ],
};

const continueNumbering: RefusedCall = {
  name: "continueNumbering",
  call: ({ acme, lastCounter }) => acme.continueNumbering({ lastCounter, lastIssueDate: "2026-11-20" }),
  faults: [
    [
      "request_invalid",
      (scene) => {
        scene.lastCounter = -1;
      },
    ],
    ["company_not_found", forgetCompany],
    ["numbering_started", () => undefined],
  ],
  cannotMeet: [],
};

const suggestVat: RefusedCall = {
  name: "suggestVat",
  call: ({ acme, suggestion }) => acme.suggestVat(suggestion as { clientCountry: string }),
  faults: [
    ["request_invalid", changeSuggestion({ supplyDate: "yesterday" })],
    ["company_not_found", forgetCompany],
    [
      "client_country_required",
      (scene) => {
        scene.suggestion = { supplyDate: "1960-01-01" };
      },
    ],
    ["vat_number_invalid", changeSuggestion({ clientVatNumber: "FR1" })],
    ["vat_rate_unknown", changeSuggestion({ supplyDate: "1960-01-01" })],
    ["vat_rate_unlawful", changeSuggestion({ vatRates: UNLAWFUL_LINE.vatRates })],
  ],
  cannotMeet: [["client_country_required", "vat_number_invalid"]],
};

export const REFUSED_CALLS: readonly RefusedCall[] = [
  ...[issue, preview, recordPayment, refund, credit, previewCredit, getCreditNote],
  ...[cancel, writeOff, continueNumbering, suggestVat],
];

/** The calls that are refused in every scene. */
export const ALWAYS_REFUSED: readonly RefusedCall[] = [refund, getCreditNote, continueNumbering];
