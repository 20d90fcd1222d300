import type { DocumentFormat } from "faktura";
import { ciusRo, ctcFr, en16931, facturX, hrCius, peppol, xrechnung } from "faktura/einvoice";
import { verifactu } from "faktura/einvoice/es";
import { fiskalizacija } from "faktura/einvoice/hr";
import { nav } from "faktura/einvoice/hu";
import { fatturaPa } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import { saftPt } from "faktura/einvoice/pt";

/** Those in which EN 16931 is written. */
export const EN_FORMATS = [en16931, peppol, xrechnung, facturX, ctcFr, ciusRo, hrCius];

/** All formats of the package. */
export const ALL_FORMATS: readonly DocumentFormat[] = [
  ...EN_FORMATS,
  fatturaPa,
  ksef,
  saftPt,
  verifactu,
  fiskalizacija,
  nav,
];
