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

  const issueOnce = (demo: DemoOrder) =>
    issue(demo, demo.apiKey === "demo-key-atelier" ? atelier : firma, handle, today);
  const invoices = [await issueOnce(BEFORE_OSS)];
  // A later start keeps what was changed in the settings.
  if ((await findIssued(firma, ORDERS.at(-1)!)) === undefined) await firma.saveProfile(FIRMA);
  for (const demo of ORDERS) invoices.push(await issueOnce(demo));
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

async function findIssued(company: Company, order: DemoOrder): Promise<Invoice | undefined> {
  try {
    return await company.getByKey(keyOf(order));
  } catch (error) {
    if (isRefusal(error, "invoice_not_found")) return undefined;
    throw error;
  }
}

function keyOf({ scenario }: DemoOrder): string {
  return `demo:${scenario.replaceAll(/[^a-zA-Z]+/g, "-")}`;
}

/** Supplied on the day of the first start. A later start would name another day, so it takes the invoice of the first. */
async function issue(demo: DemoOrder, company: Company, handle: HttpHandler, today: Date): Promise<DemoInvoice> {
  const { scenario, apiKey, order } = demo;
  const issued = await findIssued(company, demo);
  if (issued !== undefined) return { scenario, invoice: issued, isNew: false };
  const response = await handle(
    new Request("http://localhost/invoices", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": keyOf(demo),
      },
      body: JSON.stringify({ ...order, supplyDate: today.toISOString().slice(0, 10) }),
    }),
  );
  const body = await response.text();
  if (response.status !== 201) throw new Error(`${scenario}: ${response.status} ${body}`);
  return { scenario, invoice: JSON.parse(body), isNew: true };
}
