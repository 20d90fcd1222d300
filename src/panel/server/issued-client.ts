import { randomUUID } from "node:crypto";
import type { Invoice } from "faktura";
import { CLIENT_FIELDS } from "../client-fields.ts";
import type { PanelOrder } from "../shown-figures.ts";
import { valueAt } from "../value-at.ts";
import type { SavedClient, VatCheck } from "../wire.ts";
import type { PanelBooks } from "./panel-books.ts";

/** What an invoice says about itself rather than about its client's later ones. */
const OWN_TERMS = ["/paymentTerms", "/paymentDays"];

/**
 * Saves the client of an invoice that was just issued, if it is new. The invoice is issued whatever happens here, so a failure
 * is only logged.
 */
export async function saveIssuedClient(
  { clients }: Pick<PanelBooks, "clients">,
  companyId: string,
  order: PanelOrder,
  invoice: Invoice,
): Promise<void> {
  const fields = clientFieldsOf(order);
  const client = { id: randomUUID(), revision: randomUUID(), savedAt: invoice.issuedAt, fields };
  try {
    await clients.addUnknown(companyId, { ...client, vatCheck: vatCheckOf(invoice) } satisfies SavedClient);
  } catch (error) {
    console.error(error);
  }
}

/** The texts of a saved client's fields, by their names, which are pointers into the order. */
function clientFieldsOf(order: PanelOrder): Record<string, string> {
  const values = CLIENT_FIELDS.filter((name) => !OWN_TERMS.includes(name)).flatMap((name) => {
    const value = valueAt(order, name);
    if (typeof value === "boolean") return [[name, value ? "yes" : "no"]];
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  });
  return Object.fromEntries([["/isCompany", "unstated"], ...values]);
}

/** What the register said when the invoice was issued. */
function vatCheckOf({ clientVatNumber = "", vatNumberVerification }: Invoice): VatCheck | null {
  if (vatNumberVerification === undefined) return null;
  const { status, verifiedAt: checkedAt, consultationNumber = "" } = vatNumberVerification;
  return { vatNumber: clientVatNumber, status, checkedAt, consultationNumber };
}
