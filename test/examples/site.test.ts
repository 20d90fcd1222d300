import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deadLinks } from "../../docs/examples/site/check-links.ts";
import { ENTRIES } from "../../docs/examples/site/entries.ts";
import { HTML } from "../../docs/examples/site/places.ts";
import { launchChromium, NO_BROWSER } from "../browser/chromium.ts";
import { PAGES, ROOT, readPage } from "../docs/pages.ts";
import { describeUnless } from "../support/skipping.ts";

/** A build takes half a minute of one core, and longer on a busy machine. */
const BUILD_MS = 600_000;

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "docs/examples/site/build.ts"], { cwd: ROOT });
}, BUILD_MS);

const built = (page: string) => join(HTML, page.replace(/(?<=^|\/)README\.md$/, "index.md").replace(/\.md$/, ".html"));

test("every page of the repository is a page of the site", () => {
  expect(PAGES.filter((page) => !existsSync(built(page)))).toEqual([]);
});

/** The names that an entry exports, including types, from lists and declarations. */
function exportsOf(file: string): string[] {
  const source = readPage(file);
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, names]) => names!.split(","));
  const declared = [...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)];
  const names = [...lists.map((name) => name.replace(/\btype\b|\w+ as /g, "")), ...declared.map(([, name]) => name!)];
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

test.each(ENTRIES)("the page of $name has a heading for everything that it exports", ({ name, file }) => {
  const page = readFileSync(built(`docs/reference/api/${name}.md`), "utf8");
  const headings = new Set([...page.matchAll(/<h3 id="[^"]+"[^>]*>(\w+)/g)].map(([, heading]) => heading));
  const names = exportsOf(file);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((exported) => !headings.has(exported))).toEqual([]);
});

test("a link to no page, no anchor or outside of the site is dead", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  mkdirSync(join(folder, "guide"));
  const link = (href: string) => `<a class="x" href="${href}">x</a>`;
  const good = ["./guide/b.html#part", "/base/guide/", "#top", "https://example.com/none"];
  const bad = ["./none.html", "guide/b.html#none", "/guide/b.html", "#none"];
  writeFileSync(join(folder, "index.html"), `<h1 id="top">x</h1>${[...good, ...bad].map(link).join("")}`);
  writeFileSync(join(folder, "guide/index.html"), link("../index.html#top"));
  writeFileSync(join(folder, "guide/b.html"), '<h2 id="part">x</h2>');
  expect(deadLinks(folder, "/base/")).toEqual(bad.map((href) => `index.html links to ${href}`));
});

describeUnless(NO_BROWSER)("in a browser", () => {
  let server: Server;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = join(
        HTML,
        decodeURIComponent(new URL(request.url!, "http://site").pathname).replace(/\/$/, "/index.html"),
      );
      response.writeHead(existsSync(file) ? 200 : 404, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      });
      response.end(existsSync(file) ? readFileSync(file) : "");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Opens a page, and fails if it asks another host for anything, gets an error, or writes one to the console. */
  async function visit(path: string, work: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({
      colorScheme: "light",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const troubles: string[] = [];
    const requests: string[] = [];
    context.on("request", (request) => void requests.push(request.url()));
    context.on("response", (response) => {
      if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
    });
    context.on("weberror", (error) => void troubles.push(String(error.error())));
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await work(page);
    await context.close();
    expect(troubles).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((url) => new URL(url).origin !== origin && !url.startsWith("data:"))).toEqual([]);
  }

  test("the search finds a page by what it says, and opens it", async () => {
    await visit("/", async (page) => {
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill("reverse charge");
      const results = page.locator("#localsearch-list a.result");
      await results.first().waitFor();
      expect((await results.allTextContents()).join("\n")).toMatch(/reverse charge/i);
      await results.first().click();
      await page.waitForURL((url) => url.pathname !== "/");
      expect(await page.locator("main").textContent()).toMatch(/reverse charge/i);
    });
  });

  test("the search finds what the package exports", async () => {
    await visit("/docs/guide/embedding.html", async (page) => {
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill("standardVatRate");
      const api = page.locator('#localsearch-list a.result[href*="/reference/api/faktura/vat.html"]');
      await api.first().waitFor();
    });
  });

  test("a button copies a block of code", async () => {
    await visit("/", async (page) => {
      const block = page.locator("div.language-ts").first();
      await block.hover();
      await block.locator("button.copy").click();
      await page.locator("button.copy.copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain("createInvoicing({ store: await openSqliteStore(");
    });
  });

  test("a switch makes the pages dark, and they stay dark", async () => {
    await visit("/", async (page) => {
      const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
      expect(await isDark()).toBe(false);
      await page.getByRole("switch").first().click();
      expect(await isDark()).toBe(true);
      await page.reload({ waitUntil: "networkidle" });
      expect(await isDark()).toBe(true);
    });
  });

  describe.each(["light", "dark"] as const)("in the %s", (colorScheme) => {
    test.each(["/", "/docs/", "/docs/why/vat-table.html", "/docs/reference/api/faktura/vat.html"])(
      "axe finds nothing serious on %s",
      (path) =>
        visit(path, async (page) => {
          await page.emulateMedia({ colorScheme });
          const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
          const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
        }),
    );
  });
});
