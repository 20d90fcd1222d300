import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceList } from "../wire.ts";
import { texts } from "./language.ts";

/** The links to the pages before and after. */
export function paging(
  asked: URLSearchParams,
  {
    page,
    limit,
    total,
    extent = "whole",
  }: Pick<InvoiceList, "page" | "limit" | "total"> & Partial<Pick<InvoiceList, "extent">>,
): TemplateResult | typeof nothing {
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1 && page === 1) return nothing;
  const to = (target: number) => {
    const query = new URLSearchParams(asked);
    query.set("page", String(target));
    return `?${query}`;
  };
  const isWhole = extent === "whole";
  const position = page > last ? texts.list.noSuchPage(page) : texts.list.page(page, isWhole ? last : undefined);
  return html`
    <nav class="paging" aria-label=${texts.list.pages}>
      ${page > 1 ? html`<a rel="prev" href=${to(Math.min(page - 1, last))}>${texts.list.newer}</a>` : nothing}
      <span>${position}</span>
      ${page < last ? html`<a rel="next" href=${to(page + 1)}>${texts.list.older}</a>` : nothing}
    </nav>
  `;
}
