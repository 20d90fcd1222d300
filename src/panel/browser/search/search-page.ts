import { html, nothing, type TemplateResult } from "lit-html";
import type { FirstOf, SearchResults } from "../../wire.ts";
import { articlePrice } from "../articles/article-fields.ts";
import { stateBadges } from "../invoices/state-badges.ts";
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

/** Something that was found: where it is, its name, what else tells it from others, and what it says at its end. */
interface Found {
  readonly path: string;
  readonly name: string;
  readonly facts: readonly string[];
  readonly end?: unknown;
}

function groupsOf(context: PageContext, asked: string, found: SearchResults) {
  const { invoices, creditNotes, drafts, clients, articles } = found;
  const { frame } = texts;
  const query = new URLSearchParams({ search: asked });
  return [
    group(context, frame.invoices, invoices, `/invoices?${query}`, (invoice) => ({
      path: `/invoices/${invoice.id}`,
      name: invoice.invoiceNumber,
      facts: [invoice.clientName, dayText(invoice.issueDate), amountText(invoice.total, invoice.currency)],
      end: stateBadges(invoice),
    })),
    group(context, frame.creditNotes, creditNotes, "/credit-notes", (creditNote) => ({
      path: `/credit-notes/${creditNote.id}`,
      name: creditNote.creditNoteNumber,
      facts: [creditNote.clientName, dayText(creditNote.issueDate), amountText(creditNote.total, creditNote.currency)],
    })),
    group(context, frame.drafts, drafts, "/drafts", ({ id, clientName, total, savedAt }) => ({
      path: `/drafts/${id}`,
      name: clientName || texts.drafts.noClient,
      facts: [...(total === null ? [] : [amountText(total.amount, total.currency)]), momentText(savedAt)],
    })),
    group(context, frame.clients, clients, `/clients?${query}`, ({ id, name, city, country, vatNumber }) => ({
      path: `/clients/${id}`,
      name,
      facts: [city, country && countryText(country), vatNumber],
    })),
    group(context, frame.articles, articles, `/articles?${query}`, ({ id, fields }) => ({
      path: `/articles/${id}`,
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
  if (list === null || list.total === 0) return nothing;
  const { data, total, isAtLeast } = list;
  const count = `${countNumber(total)}${isAtLeast ? "+" : ""}`;
  return html`
    <section class="card">
      <h2>${title} <small>${count}</small></h2>
      <ul>
        ${data.map(foundOf).map(({ path, name, facts, end = nothing }) => {
          const shown = facts.filter((fact) => fact !== "").join(" · ");
          return html`<li><a href=${base + path}><bdi>${name}</bdi></a> <small><bdi>${shown}</bdi></small> ${end}</li>`;
        })}
      </ul>
      ${total > data.length ? html`<p><a href=${base + all}>${words.all(title, count)}</a></p>` : nothing}
    </section>
  `;
}
