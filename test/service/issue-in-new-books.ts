import { type CompanyProfile, type Invoice, type InvoiceOrder, Refusal } from "faktura";
import { expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";

/** Issues an order in new books of memory. The order is {@link order} with what is given. */
export async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, profile);
  return acme.issue(order(given));
}

/** The refusal of an order that leaves nothing behind. The order is {@link order} with what is given. */
export async function refused(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}): Promise<Refusal> {
  const { acme } = await openBooks(undefined, profile);
  const refusal = await acme.issue(order(given)).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new TypeError("nothing was refused", { cause: refusal });
  expect((await acme.list()).total).toBe(0);
  return refusal;
}
