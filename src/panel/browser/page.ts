import type { CompanyProfile } from "faktura";
import type { VatRates } from "faktura/vat";
import type { TemplateResult } from "lit-html";
import type { FormatEntry, PanelRights } from "../wire.ts";
import type { PanelCalls } from "./calls.ts";

/** What every page of the panel gets. */
export interface PageContext {
  /** The path of the company's pages: `/panel/firma`. */
  readonly base: string;
  readonly profile: CompanyProfile;
  /** The time zone of the company's documents. */
  readonly timeZone: string;
  /** The currency in which invoices in other currencies must also state their VAT; `null` if no rule asks for it. */
  readonly taxCurrency: string | null;
  /** What the session may do here. What it may not do is not shown. */
  readonly can: PanelRights;
  /** Whether documents can be saved as PDF files. */
  readonly hasPdf: boolean;
  /** The formats of its country's sellers that the host passed. */
  readonly formats: readonly FormatEntry[];
  /** Whether documents can be sent by e-mail. */
  readonly hasEmail: boolean;
  /** How many days after its date an invoice is due; `null` if the company has not stated it. */
  readonly paymentDays: number | null;
  /** The host's own. */
  readonly rates: VatRates;
  readonly calls: PanelCalls;
  /** The rest of the path, after the base. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Shows a template as the page's content. */
  readonly show: (content: TemplateResult) => void;
}

/** A page of the panel. */
export interface Page {
  /** In the title of the window. */
  readonly title: string;
  /** Shows the page and keeps it up to date. */
  readonly open: (context: PageContext) => Promise<void> | void;
}
