import { type Company, type Invoice, type Invoicing, type InvoicingStore, isRefusal } from "faktura";
import type { HttpHandler } from "faktura/http";
import { ATELIER, BEFORE_OSS, type DemoOrder, FIRMA, ORDERS } from "./demo-companies.ts";
import { issuePastMonths } from "./past-months.ts";

/** An invoice of the demo, its scenario, and whether this start issued it. */
export interface DemoInvoice {
  readonly scenario: string;
  readonly invoice: Invoice;
  readonly isNew: boolean;
}

/** What the demo needs to issue its invoices. */
export interface DemoHost {
  readonly store: InvoicingStore;
  readonly invoicing: Invoicing;
  readonly handle: HttpHandler;
  readonly today: Date;
}

/**
 * Issues the invoices of the past months, then one invoice for each row of the VAT table through the HTTP handler. These
 * have idempotency keys, so that a later start, or a start after a crash, issues only the missing ones.
 */
export async function seedDemo({ store, invoicing, handle, today }: DemoHost): Promise<DemoInvoice[]> {
  const [firma, atelier] = [invoicing.company("firma"), invoicing.company("atelier")];
  if (!(await hasProfile(firma))) await firma.saveProfile({ ...FIRMA, ossRegistered: false });
  if (!(await hasProfile(atelier))) await atelier.saveProfile(ATELIER);
  await issuePastMonths(store, "firma", today);

  const invoices = [await issue(BEFORE_OSS, handle)];
  // A later start keeps what was changed in the settings.
  if (!(await isIssued(firma, ORDERS.at(-1)!))) await firma.saveProfile(FIRMA);
  for (const demo of ORDERS) invoices.push(await issue(demo, handle));
  return invoices;
}

async function hasProfile(company: Company): Promise<boolean> {
  try {
    await company.profile();
    return true;
  } catch (error) {
    if (isRefusal(error, "company_not_found")) return false;
    throw error;
  }
}

async function isIssued(company: Company, order: DemoOrder): Promise<boolean> {
  try {
    await company.getByKey(keyOf(order));
    return true;
  } catch (error) {
    if (isRefusal(error, "invoice_not_found")) return false;
    throw error;
  }
}

function keyOf({ scenario }: DemoOrder): string {
  return `demo:${scenario.replaceAll(/[^a-zA-Z]+/g, "-")}`;
}

async function issue(demo: DemoOrder, handle: HttpHandler): Promise<DemoInvoice> {
  const { scenario, apiKey, order } = demo;
  const response = await handle(
    new Request("http://localhost/invoices", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": keyOf(demo),
      },
      body: JSON.stringify(order),
    }),
  );
  const body = await response.text();
  if (response.status !== 201) throw new Error(`${scenario}: ${response.status} ${body}`);
  return { scenario, invoice: JSON.parse(body), isNew: !response.headers.has("Idempotency-Replayed") };
}
