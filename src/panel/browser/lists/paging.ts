import { html, nothing, type TemplateResult } from "lit-html";
import type { InvoiceList, ListPage } from "../../wire.ts";
import { texts } from "../texts/language.ts";

/** The links to the pages before and after. */
export function paging(
  asked: URLSearchParams,
  {
    page,
    limit,
    total,
    data,
    extent = "whole",
  }: Pick<ListPage<unknown>, "page" | "limit" | "total" | "data"> & Partial<Pick<InvoiceList, "extent">>,
): TemplateResult | typeof nothing {
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1 && page === 1) return nothing;
  const to = (target: number) => {
    const query = new URLSearchParams(asked);
    query.set("page", String(target));
    return `?${query}`;
  };
  const isEmpty = data.length === 0;
  const position = isEmpty ? texts.list.noSuchPage(page) : texts.list.page(page, extent === "whole" ? last : undefined);
  const hasOlder = page < last || (extent === "page" && data.length === limit);
  return html`
    <nav class="paging" aria-label=${texts.list.pages}>
      ${page > 1 ? html`<a rel="prev" href=${to(Math.min(page - 1, last))}>${texts.list.newer}</a>` : nothing}
      <span>${position}</span>
      ${hasOlder ? html`<a rel="next" href=${to(page + 1)}>${texts.list.older}</a>` : nothing}
    </nav>
  `;
}
