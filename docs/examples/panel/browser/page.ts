import type { CompanyProfile } from "faktura";
import type { VatRates } from "faktura/vat";
import type { TemplateResult } from "lit-html";
import type { PanelCalls } from "./calls.ts";

/** What every page of the panel works with. */
export interface PageContext {
  /** Where the company's pages begin: `/panel/firma`. */
  readonly base: string;
  readonly profile: CompanyProfile;
  /** The host's own. */
  readonly rates: VatRates;
  readonly calls: PanelCalls;
  /** What follows the base in the path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Shows a template as the page's content. */
  readonly show: (content: TemplateResult) => void;
}

/** A page: its title, and what fills it. */
export interface Page {
  readonly title: string;
  /** Shows the page, and goes on showing it as it changes. */
  readonly open: (context: PageContext) => Promise<void> | void;
}
