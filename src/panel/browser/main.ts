import { html, nothing, render, type TemplateResult } from "lit-html";
import { PANEL_LANGUAGES } from "../../languages/generated/panel-languages.ts";
import type { Language } from "../chosen-language.ts";
import type { CompanyEntry, PanelRights } from "../wire.ts";
import { actionMenu } from "./action-menu.ts";
import { BASE_PATH } from "./base-path.ts";
import { CallFailed, PanelCalls } from "./calls.ts";
import { creditNoteList } from "./invoices/credit-note-list.ts";
import { invoiceList } from "./invoices/invoice-list.ts";
import { draftList } from "./new-invoice/draft-list.ts";
import type { Page, PageContext } from "./page.ts";
import { dropFirstAnswers, PAGE_DATA } from "./page-data.ts";
import { searchField } from "./search/search-field.ts";
import { startPage } from "./start/start-page.ts";
import { chooseLanguage, LANGUAGE, loadLaterTexts, texts } from "./texts/language.ts";
import { hasNationalTexts, loadNationalTexts } from "./texts/national-text.ts";

/** By the first part of the path. One with a slash is shown if an id follows. */
const PAGES: Readonly<Record<string, Page>> = {
  "": startPage,
  invoices: invoiceList,
  drafts: draftList,
  "credit-notes": creditNoteList,
};

/** Pages whose script is loaded only when they are opened. */
const LATER_PAGES: Readonly<Record<string, () => Promise<Page>>> = {
  "invoices/": async () => (await import("./invoices/invoice-page.ts")).invoicePage,
  "credit-notes/": async () => (await import("./invoices/credit-note-page.ts")).creditNotePage,
  new: async () => (await import("./new-invoice/new-invoice.ts")).newInvoice,
  "drafts/": async () => (await import("./new-invoice/new-invoice.ts")).openDraft,
  settings: async () => (await import("./settings/settings-page.ts")).settingsPage,
  articles: async () => (await import("./articles/article-list.ts")).articleList,
  "articles/": async () => (await import("./articles/article-page.ts")).articlePage,
  quotes: async () => (await import("./quotes/quote-list.ts")).quoteList,
  "quotes/": async () => (await import("./quotes/quote-page.ts")).quotePage,
  recurring: async () => (await import("./recurring/recurring-list.ts")).recurringList,
  year: async () => (await import("./returns/year-page.ts")).yearPage,
  returns: async () => (await import("./returns/returns-page.ts")).returnsPage,
  audit: async () => (await import("./settings/audit-page.ts")).auditPage,
  search: async () => (await import("./search/search-page.ts")).searchPage,
  clients: async () => (await import("./clients/client-list.ts")).clientList,
  "clients/": async () => (await import("./clients/client-page.ts")).clientPage,
};

/** What an address without a page of its own shows. */
const notFound: Page = {
  title: texts.frame.cannotBeShown,
  open: () => {
    throw new CallFailed(texts.server.noPage);
  },
};

/** A page in the navigation. */
interface NavigationLink {
  readonly path: string;
  readonly label: string;
  /** The right that the page needs. */
  readonly right?: keyof PanelRights;
  /** The tab under which it is, together with others. Absent: it is a tab of its own. */
  readonly tab?: string;
}

const { invoices, records, books } = texts.frame.tabs;

/** The links of the navigation. There are at most six tabs. */
const NAVIGATION: readonly NavigationLink[] = [
  { path: "", label: texts.frame.start },
  { path: "/invoices", tab: invoices, label: texts.frame.invoices },
  { path: "/drafts", tab: invoices, right: "issue", label: texts.frame.drafts },
  { path: "/quotes", tab: invoices, right: "issue", label: texts.quotes.title },
  { path: "/recurring", tab: invoices, right: "issue", label: texts.recurring.title },
  { path: "/credit-notes", tab: invoices, label: texts.frame.creditNotes },
  { path: "/new", right: "issue", label: texts.frame.newInvoice },
  { path: "/clients", tab: records, right: "issue", label: texts.frame.clients },
  { path: "/articles", tab: records, right: "issue", label: texts.frame.articles },
  { path: "/returns", tab: books, label: texts.frame.returns },
  { path: "/year", tab: books, label: texts.frame.year },
  { path: "/audit", tab: books, label: texts.frame.audit },
  { path: "/settings", right: "settings", label: texts.frame.settings },
];

/** The name of the host's product; empty if it has none. */
const PRODUCT = document.querySelector<HTMLMetaElement>('meta[name="panel-name"]')!.content;

const FRAME = PAGE_DATA.frame;

await open();

async function open(): Promise<void> {
  const [, companyId = "", view = "", id = ""] = location.pathname.slice(BASE_PATH.length).split("/");
  const base = `${BASE_PATH}/${companyId}`;
  const name = id === "" ? view : `${view}/`;
  const calls = new PanelCalls(decodeURIComponent(companyId));
  // Without the companies and the profile, there is nothing to navigate by.
  let show: PageContext["show"] = (content) => render(html`<main>${content}</main>`, document.body);
  render(html`<p class="loading" role="status">${texts.frame.loading}</p>`, document.body);
  try {
    const [companies, { profile, ...company }, rates] = await Promise.all([
      calls.companies(),
      calls.company(),
      calls.rates(),
    ]);
    if (hasNationalTexts(profile.country)) await loadNationalTexts();
    const page = PAGES[name] ?? (await laterPage(name)) ?? notFound;
    document.title = [page.title, profile.name, ...(PRODUCT === "" ? [] : [PRODUCT])].join(" · ");
    show = (content) => {
      const isFirst = document.querySelector(".top") === null;
      render(frame(base, companies, company.can, content), document.body);
      if (isFirst) showCurrentTabs();
    };
    const path = location.pathname.slice(base.length);
    const query = new URLSearchParams(location.search);
    await page.open({ base, profile, ...company, rates, calls, path, query, show });
    dropFirstAnswers();
  } catch (error) {
    if (error instanceof CallFailed && error.code === "company_not_found") return openFirstProfile(calls, base, show);
    const { message } = error as Error;
    const way = html`<p><a href="${base}/invoices">${texts.frame.toInvoices}</a></p>`;
    show(html`<h1>${texts.frame.cannotBeShown}</h1><p role="alert">${message}</p>${way}`);
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Scrolls the strips of tabs to the page's own. */
function showCurrentTabs(): void {
  for (const tab of document.querySelectorAll(".top > nav [aria-current]")) {
    tab.scrollIntoView({ block: "nearest", inline: "center" });
  }
}

/** A company without a profile has one page: the form for it, for those who may fill it in. */
async function openFirstProfile(calls: PanelCalls, base: string, show: PageContext["show"]): Promise<void> {
  await loadLaterTexts();
  const { showFirstProfile } = await import("./settings/settings-page.ts");
  await showFirstProfile({ calls, base, show }).catch((error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    show(html`<h1>${texts.frame.cannotBeShown}</h1><p role="alert">${texts.server.noCompany}</p>`);
  });
}

async function laterPage(name: string): Promise<Page | undefined> {
  const load = LATER_PAGES[name];
  if (load === undefined) return undefined;
  return loadLaterTexts()
    .then(load)
    .catch(() => {
      throw new CallFailed(texts.calls.unreachable, {}, { isUnanswered: true });
    });
}

function frame(
  base: string,
  companies: readonly CompanyEntry[],
  can: PanelRights,
  content: TemplateResult,
): TemplateResult {
  const here = location.pathname.slice(base.length);
  const own = NAVIGATION.some(({ path }) => path === here) ? here : sectionOf(here);
  const links = NAVIGATION.filter(({ right }) => right === undefined || can[right]);
  const tabs = Map.groupBy(links, ({ tab, label }) => tab ?? label);
  const siblings = [...tabs.values()].find((tab) => tab.some(({ path }) => path === own)) ?? [];
  const link = (path: string, label: string, isOwn: boolean) =>
    html`<a href=${base + path} aria-current=${path === here ? "page" : isOwn ? "true" : nothing}>${label}</a>`;
  return html`
    <a class="skip" href="#main">${texts.frame.skip}</a>
    <header class="top">
      <div class="bar">
        ${product()} ${companySwitch(base, companies)} ${userMenu()}
        ${searchField(base)} ${FRAME.isLanguageGiven ? nothing : languageSelect()}
      </div>
      <nav aria-label=${texts.frame.mainNavigation}>
        ${[...tabs].map(([label, pages]) => link(pages[0]!.path, label, pages === siblings))}
      </nav>
      ${
        siblings.length < 2
          ? nothing
          : html`<nav class="sub" aria-label=${siblings[0]!.tab}>${siblings.map(({ path, label }) => link(path, label, path === own))}</nav>`
      }
    </header>
    <main id="main" tabindex="-1">${content}</main>
  `;
}

/** The host's logo and name, which lead to its own start page if it has given one. */
function product(): TemplateResult | typeof nothing {
  const { logo, home } = FRAME;
  if (PRODUCT === "" && logo === undefined) return nothing;
  const image = logo === undefined ? nothing : html`<img src=${logo} alt=${PRODUCT === "" ? texts.frame.home : ""} />`;
  const content = html`${image} ${PRODUCT}`;
  return html`<p class="product">${home === undefined ? content : html`<a class="home" href=${home}>${content}</a>`}</p>`;
}

/** The user's name, and the way out. A form is only sent to the panel's own host. */
function userMenu(): TemplateResult | typeof nothing {
  const { user, signOut } = FRAME;
  if (user === undefined && signOut === undefined) return nothing;
  const label = texts.frame.signOut;
  const out =
    signOut === undefined
      ? nothing
      : signOut.method === "GET"
        ? html`<a href=${signOut.url}>${label}</a>`
        : html`<form method="post" action=${signOut.url}><button class="link">${label}</button></form>`;
  return html`<div class="user">${user === undefined ? nothing : html`<bdi>${user}</bdi>`} ${out}</div>`;
}

/** The page of the navigation to which one with an id belongs. A draft is the new invoice that is being written. */
function sectionOf(path: string): string {
  const section = `/${path.split("/")[1] ?? ""}`;
  return section === "/drafts" ? "/new" : section;
}

/** The company's name, which opens the list of the others that the user may see. */
function companySwitch(base: string, companies: readonly CompanyEntry[]): TemplateResult {
  const pathOf = ({ id }: CompanyEntry) => `${BASE_PATH}/${encodeURIComponent(id)}`;
  const own = companies.find((company) => pathOf(company) === base);
  const others = companies.filter((company) => company !== own);
  const name = html`<bdi>${own?.name}</bdi>`;
  if (others.length === 0) return html`<p class="company">${name}</p>`;
  const links = others.map((company) => ({ label: html`<bdi>${company.name}</bdi>`, href: pathOf(company) }));
  return html`<div class="company">${actionMenu(html`<span class="heard">${texts.frame.company}:</span> ${name}`, links)}</div>`;
}

/** Each language is named in itself, so that everybody finds their own. */
function languageSelect(): TemplateResult {
  const choose = (event: Event) => chooseLanguage((event.currentTarget as HTMLSelectElement).value as Language);
  return html`
    <p class="language">
      <label class="heard" for="language">${texts.frame.language}</label>
      <select id="language" autocomplete="off" @change=${choose}>
        ${PANEL_LANGUAGES.map((language) => {
          const isSelected = language === LANGUAGE;
          return html`<option value=${language} lang=${language} ?selected=${isSelected}>${ownName(language)}</option>`;
        })}
      </select>
    </p>
  `;
}

/** What speakers of a language call it: "Français". */
function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
