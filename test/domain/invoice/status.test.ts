import { canCancel, INVOICE_STATUSES, type InvoiceStatus } from "faktura";
import { expect, test } from "vitest";

test("there are three statuses, and all except PAID can be cancelled", () => {
  expect(INVOICE_STATUSES).toEqual(["SENT", "PAID", "CANCELLED"]);
  expect(INVOICE_STATUSES.filter(canCancel)).toEqual(["SENT", "CANCELLED"]);
});

test.each(["", "sent", "DRAFT", "toString", "__proto__"])("%j is not a status, and a mistake in the code", (status) => {
  expect(() => canCancel(status as InvoiceStatus)).toThrow(TypeError);
});
