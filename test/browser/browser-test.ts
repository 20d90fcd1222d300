import type { CompanyProfile } from "faktura";
import type { PanelRights } from "faktura/panel";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { isSkipped } from "../support/skipping.ts";
import { LOCALE } from "./amounts.ts";
import { launchChromium, NO_BROWSER } from "./chromium.ts";
import { type Books, LACKING, NOON, openPanelHost, type PanelHost, SESSION } from "./panel-host.ts";

/** How long a page may take to show what it is asked for. */
const TIMEOUT_MS = 15_000;

/** What a test in a browser opens the panel with. */
export interface DeskOptions {
  /** What differs from the German company of the other tests. */
  readonly profile?: Partial<CompanyProfile>;
  readonly context?: BrowserContextOptions;
  /** Companies beside its own that the user may see. */
  readonly others?: readonly Books[];
  /** The rights that the session lacks. */
  readonly lacking?: readonly (keyof PanelRights)[];
  /** Whether its pages may err and break their policy, because the test makes them. */
  readonly mayErr?: boolean;
}

/** Someone who sits in front of one company's panel, signed in. */
export interface Desk extends Books {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page of the company's panel, by default the list of invoices, and waits until it is shown. */
  readonly open: (path?: string, page?: Page) => Promise<void>;
  /** What the pages asked the network for, method and URL, in order. */
  readonly requests: string[];
}

interface Fixtures {
  readonly browser: Browser;
  readonly host: PanelHost;
  /** Opens the panel of a new company in a browser profile of its own. */
  readonly openDesk: (options?: DeskOptions) => Promise<Desk>;
}

/** A test with a browser, whether or not there is one. */
export const browserTest = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: "worker" }, // files share it, because starting one takes as long as a test
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const host = await openPanelHost();
      await use(host);
      await host.close();
    },
    { scope: "file" },
  ],
  openDesk: async ({ browser, host }, use) => {
    const desks: { context: BrowserContext; troubles: string[] }[] = [];
    host.clock.set(NOON);
    await use(async (options = {}) => {
      const context = await browser.newContext({ locale: LOCALE, ...options.context });
      const troubles: string[] = [];
      desks.push({ context, troubles: options.mayErr ? [] : troubles });
      return sitDown(host, context, troubles, options);
    });
    for (const { context } of desks) await context.close();
    expect(desks.flatMap(({ troubles }) => troubles)).toEqual([]);
  },
});

/** A test with a browser, whose pages must not err, break their policy, or ask another host for anything. */
export const test = inBrowser(browserTest);

/** Skips tests if there is no browser. */
export function inBrowser(own: typeof browserTest) {
  return isSkipped(NO_BROWSER) ? own.skip : own;
}

async function sitDown(
  host: PanelHost,
  context: BrowserContext,
  troubles: string[],
  { profile, others = [], lacking = [] }: DeskOptions,
): Promise<Desk> {
  const books = await host.found(profile);
  const ids = [books, ...others].map(({ companyId }) => companyId);
  await context.addCookies([{ name: SESSION, value: ids.join("."), url: host.origin }]);
  if (lacking.length > 0) await context.addCookies([{ name: LACKING, value: lacking.join("."), url: host.origin }]);
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.clock.setFixedTime(host.clock.now());
  const requests: string[] = [];
  context.on("request", (request) => {
    requests.push(`${request.method()} ${request.url()}`);
    if (new URL(request.url()).origin !== host.origin) troubles.push(`asked ${request.url()}`);
  });
  context.on("weberror", (error) => void troubles.push(String(error.error())));
  context.on("console", (message) => {
    // The browser also logs refusals, and answers that a test drops.
    const isExpected = /^Failed to load resource: (?:.* status of 4\d\d |net::ERR_CONNECTION_RESET)/.test(
      message.text(),
    );
    if (message.type() === "error" && !isExpected) troubles.push(message.text());
  });
  const page = await context.newPage();
  const open = async (path = "/invoices", opened = page) => {
    await opened.goto(books.panel + (path.startsWith("?") ? `/invoices${path}` : path));
    await opened.locator("main").waitFor();
  };
  return { ...books, page, context, requests, open };
}
