import { html, nothing, type TemplateResult } from "lit-html";
import type { FirstOf, SearchResults } from "../../wire.ts";
import { articlePrice } from "../articles/article-fields.ts";
import { stateBadges } from "../invoices/state-badges.ts";
import { type Found, foundCard } from "../lists/found-card.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, countNumber, countryText, dayText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.search;

/** What a search finds in every list of the company, the first of each. */
export const searchPage: Page = {
  title: words.title,
  async open(context) {
    const { calls, query, show } = context;
    const asked = query.get("q")?.trim() ?? "";
    if (asked === "") return show(html`<h1>${words.title}</h1><p class="empty">${words.nothingAsked}</p>`);
    const found = await calls.search(asked);
    const groups = groupsOf(context, asked, found).filter((group) => group !== nothing);
    const count = Object.values(found).reduce((sum, list: FirstOf<unknown> | null) => sum + (list?.total ?? 0), 0);
    show(html`
      <h1 tabindex="-1">${words.found(asked)}</h1>
      <p class=${count === 0 ? "empty" : "heard"} role="status">${count === 0 ? words.nothing : words.count(countNumber(count))}</p>
      <div class="decisions">${groups}</div>
    `);
  },
};

function groupsOf(context: PageContext, asked: string, found: SearchResults) {
  const { base } = context;
  const { invoices, creditNotes, drafts, clients, articles } = found;
  const { frame } = texts;
  const query = new URLSearchParams({ search: asked });
  return [
    group(context, frame.invoices, invoices, `/invoices?${query}`, (invoice) => ({
      href: `${base}/invoices/${invoice.id}`,
      name: invoice.invoiceNumber,
      facts: [invoice.clientName, dayText(invoice.issueDate), amountText(invoice.total, invoice.currency)],
      end: stateBadges(invoice),
    })),
    group(context, frame.creditNotes, creditNotes, "/credit-notes", (creditNote) => ({
      href: `${base}/credit-notes/${creditNote.id}`,
      name: creditNote.creditNoteNumber,
      facts: [creditNote.clientName, dayText(creditNote.issueDate), amountText(creditNote.total, creditNote.currency)],
    })),
    group(context, frame.drafts, drafts, "/drafts", ({ id, clientName, total, savedAt }) => ({
      href: `${base}/drafts/${id}`,
      name: clientName || texts.drafts.noClient,
      facts: [...(total === null ? [] : [amountText(total.amount, total.currency)]), momentText(savedAt)],
    })),
    group(context, frame.clients, clients, `/clients?${query}`, ({ id, name, city, country, vatNumber }) => ({
      href: `${base}/clients/${id}`,
      name,
      facts: [city, country && countryText(country), vatNumber],
    })),
    group(context, frame.articles, articles, `/articles?${query}`, ({ id, fields }) => ({
      href: `${base}/articles/${id}`,
      name: fields["/description"] ?? "",
      facts: [fields["/sku"] ?? "", articlePrice(fields, context.profile.defaultCurrency)],
    })),
  ];
}

function group<Entry>(
  { base }: PageContext,
  title: string,
  list: FirstOf<Entry> | null,
  all: string,
  foundOf: (entry: Entry) => Found,
): TemplateResult | typeof nothing {
  const { data, total, isAtLeast = false }: FirstOf<Entry> = list ?? { data: [], total: 0 };
  const count = `${countNumber(total)}${isAtLeast ? "+" : ""}`;
  const rest = total > data.length ? html`<a href=${base + all}>${words.all(title, count)}</a>` : nothing;
  return foundCard(html`<h2>${title} <small>${count}</small></h2>`, data.map(foundOf), rest);
}
