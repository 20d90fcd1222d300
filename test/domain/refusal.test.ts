import { isRefusal, OutcomeUnknownError, REFUSAL_CODES, Refusal, StoreBusyError } from "faktura";
import * as vat from "faktura/vat";
import { expect, test } from "vitest";

test("the codes are in the order of precedence, each once", () => {
  expect(REFUSAL_CODES).toEqual([
    "request_invalid",
    "idempotency_key_reused",
    "company_not_found",
    "invoice_not_found",
    "document_unreadable",
    "client_country_required",
    "company_not_vat_registered",
    "vat_number_invalid",
    "vat_rate_unknown",
    "vat_rate_unlawful",
    "tax_rate_conflict",
    "amount_out_of_range",
    "einvoice_incomplete",
    "vat_number_unverified",
    "invoice_cancelled",
    "invoice_paid",
    "write_off_refused",
    "payment_exceeds_amount_due",
    "credit_exceeds_invoice",
    "refund_exceeds_amount_paid",
    "credit_note_not_found",
    "numbering_started",
    "clock_out_of_step",
  ]);
});

test("a refusal is an error with a code, a message, its faults and its cause", () => {
  const cause = new Error("why");
  const errors = [{ pointer: "/items", detail: "is required" }];
  const refusal = new Refusal("request_invalid", "No.", errors, { cause });
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({ name: "Refusal", code: "request_invalid", message: "No.", errors, cause });
  expect(new Refusal("invoice_paid", "No.").errors).toEqual([]);
});

test("isRefusal recognises refusals, and those with one code", () => {
  const refusal = new Refusal("invoice_paid", "No.");
  expect(isRefusal(refusal)).toBe(true);
  expect(isRefusal(refusal, "invoice_paid")).toBe(true);
  expect(isRefusal(refusal, "invoice_cancelled")).toBe(false);
  for (const other of [new TypeError("x"), { code: "invoice_paid" }, "invoice_paid", null, undefined]) {
    expect(isRefusal(other)).toBe(false);
  }
});

test("both entries share one Refusal", () => {
  expect(vat.Refusal).toBe(Refusal);
  expect(vat.REFUSAL_CODES).toBe(REFUSAL_CODES);
});

test("errors of stores go by names and codes", () => {
  expect(new StoreBusyError("busy")).toMatchObject({ name: "StoreBusyError", code: "store_busy" });
  expect(new OutcomeUnknownError("?")).toMatchObject({ name: "OutcomeUnknownError", code: "outcome_unknown" });
});
