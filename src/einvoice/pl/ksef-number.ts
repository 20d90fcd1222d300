import { isKsefForm } from "../../domain/invoice/portal-number.ts";
import type { EinvoiceDocument } from "../document.ts";

/** The name of KSeF among the portals. */
const PORTAL = "ksef";

/** Whether it is a number that KSeF gives invoices, or `none`, for invoices that are not in KSeF. */
export function isKsefNumber(given: unknown): boolean {
  return given === "none" || (typeof given === "string" && isKsefForm(given));
}

/** The number that KSeF gave a document, as it was recorded; `undefined` if it was read in a list of invoices. */
export function ksefNumberOf({ portalNumbers }: EinvoiceDocument): string | undefined {
  return portalNumbers?.find(({ portal }) => portal === PORTAL)?.number;
}

/** The number that KSeF gave the invoice of a credit note, as it was recorded. */
export function correctedNumberOf(document: EinvoiceDocument): string | undefined {
  if (!("correctedPortalNumbers" in document)) return undefined;
  return document.correctedPortalNumbers?.find(({ portal }) => portal === PORTAL)?.number;
}
