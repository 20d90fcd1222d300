import type { VatRates } from "faktura/vat";
import type { TemplateResult } from "lit-html";
import type { PanelCompany } from "../wire.ts";
import type { PanelCalls } from "./calls.ts";

/** What every page of the panel gets. */
export interface PageContext extends PanelCompany {
  /** The path of the company's pages: `/panel/firma`. */
  readonly base: string;
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
