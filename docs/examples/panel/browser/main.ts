import { html, nothing, render, type TemplateResult } from "lit-html";
import type { CompanyEntry } from "../wire.ts";
import { CallFailed, PanelCalls } from "./calls.ts";
import { creditNoteList } from "./credit-note-list.ts";
import { creditNotePage } from "./credit-note-page.ts";
import { draftList } from "./draft-list.ts";
import { invoiceList } from "./invoice-list.ts";
import { invoicePage } from "./invoice-page.ts";
import { newInvoice, openDraft } from "./new-invoice.ts";
import type { Page } from "./page.ts";
import { yearPage } from "./year-page.ts";

/** By the first part of the path. One with a slash is shown if an id follows. */
const PAGES: Readonly<Record<string, Page>> = {
  "": invoiceList,
  new: newInvoice,
  drafts: draftList,
  "drafts/": openDraft,
  "invoices/": invoicePage,
  "credit-notes": creditNoteList,
  "credit-notes/": creditNotePage,
  year: yearPage,
};

const NAVIGATION = [
  { path: "", label: "Invoices" },
  { path: "/new", label: "New invoice" },
  { path: "/drafts", label: "Drafts" },
  { path: "/credit-notes", label: "Credit notes" },
  { path: "/year", label: "Year" },
];

await open();

async function open(): Promise<void> {
  const [, , companyId = "", view = "", id = ""] = location.pathname.split("/");
  const base = `/panel/${companyId}`;
  const page = PAGES[id === "" ? view : `${view}/`] ?? invoiceList;
  const calls = new PanelCalls(decodeURIComponent(companyId));
  render(html`<p class="loading" role="status">Loading…</p>`, document.body);
  try {
    const [companies, profile, rates] = await Promise.all([calls.companies(), calls.profile(), calls.rates()]);
    document.title = `${page.title} · ${profile.name}`;
    const show = (content: TemplateResult) => render(frame(base, companies, content), document.body);
    const path = location.pathname.slice(base.length);
    await page.open({ base, profile, rates, calls, path, query: new URLSearchParams(location.search), show });
  } catch (error) {
    const { message } = error as Error;
    const way = html`<p><a href=${base}>Go to the invoices</a></p>`;
    render(html`<main><h1>This page cannot be shown</h1><p role="alert">${message}</p>${way}</main>`, document.body);
    if (!(error instanceof CallFailed)) throw error;
  }
}

function frame(base: string, companies: readonly CompanyEntry[], content: TemplateResult): TemplateResult {
  const isHere = (path: string) => location.pathname === base + path;
  const others = companies.filter(({ id }) => `/panel/${encodeURIComponent(id)}` !== base);
  const own = companies.find(({ id }) => `/panel/${encodeURIComponent(id)}` === base);
  return html`
    <a class="skip" href="#main">Skip to content</a>
    <header class="top">
      <p class="company">${own?.name}</p>
      <nav aria-label="Main">
        ${NAVIGATION.map(
          ({ path, label }) =>
            html`<a href=${base + path} aria-current=${isHere(path) ? "page" : nothing}>${label}</a>`,
        )}
      </nav>
      <nav aria-label="Other companies" class="others">
        ${others.map(({ id, name }) => html`<a href=${`/panel/${encodeURIComponent(id)}`}>${name}</a>`)}
      </nav>
    </header>
    <main id="main" tabindex="-1">${content}</main>
  `;
}
