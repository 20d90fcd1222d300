import type { DocumentFormat, IssuedDocument } from "../domain/invoice/document-format.ts";
import { ciusRo, ctcFr, en16931, facturX, hrCius, peppol, xrechnung } from "../einvoice/index.ts";
import { type KsefEnvironment, ksef, ksefCodeUrl, toKsef } from "../einvoice/pl/index.ts";
import { STATE_FORMATS } from "./generated/state-formats.ts";

/**
 * The formats that the command knows without `--formats`. Loaded for exports alone. No other file outside `src/einvoice` imports
 * a format: hosts pass theirs to `createInvoicing`.
 */
export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  en16931,
  peppol,
  xrechnung,
  facturX,
  ctcFr,
  ciusRo,
  hrCius,
  ...STATE_FORMATS,
];

/** What `--ksef-code` takes. */
export const KSEF_ENVIRONMENTS: readonly KsefEnvironment[] = ["production", "demo", "test"];

/** What a document without a code in KSeF lacks. */
export const ksefGaps = (document: IssuedDocument) => ksef.gaps(document);

/** The link of a document's code in KSeF, and the text below it. */
export async function ksefCode(document: IssuedDocument, environment: KsefEnvironment) {
  const url = await ksefCodeUrl(toKsef(document), { environment });
  const number = document.portalNumbers?.find(({ portal }) => portal === ksef.portal.id)?.number;
  return { url, label: number ?? "OFFLINE" };
}
