import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { field, fillOrder, pressIssue } from "./order-keys.ts";

/** Runs where it becomes markup, in whatever way. */
const MARKUP = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>"'\`\${x}</b>&lt;i>`;

/** What must not be on a page: the elements that {@link MARKUP} would make. Of scripts, the panel has its own and its data. */
const ELEMENTS = 'img, b, script:not([src^="/panel/assets/"], #panel-data[type="application/json"])';

describe("markup in what clients and colleagues write stays text", () => {
  test("on every page, in every field", async ({ openDesk, host }) => {
    const other = await host.found({ name: MARKUP });
    const desk = await openDesk({
      others: [other],
      profile: {
        name: MARKUP,
        address: { line1: MARKUP, city: MARKUP },
        registrationNumber: "<b>1</b>",
        taxNumber: "<b>1</b>",
      },
    });
    const { page, open, company } = desk;
    const { id } = await company.issue(
      order({
        clientName: MARKUP,
        note: MARKUP,
        buyerReference: MARKUP,
        purchaseOrderReference: MARKUP,
        clientAddress: { line1: MARKUP, line2: MARKUP, postalCode: "<b>", city: MARKUP, region: MARKUP },
        clientCountry: "CH",
        clientVatNumber: "<b>1</b>",
        clientRegistrationNumber: MARKUP.slice(0, 100),
        items: [{ description: MARKUP, quantity: 1, unitPrice: 1, unit: "<b>x</b>" }],
      }),
    );
    await company.recordPayment(id, { amount: 0.5, method: "<b>x</b>", reference: MARKUP });
    for (const path of ["", "/new", `/new?copy=${id}`, "/drafts", "/year", `/invoices/${id}`]) {
      await open(path);
      expect(await page.locator(ELEMENTS).count(), path).toBe(0);
    }
    await company.cancel(id, { reason: MARKUP });
    await open(`/invoices/${id}`);
    expect(await page.locator(ELEMENTS).count()).toBe(0);
    const written = (await page.locator("article").innerText()).split(MARKUP).length - 1;
    expect(written).toBe(13); // the reason of the cancellation is beside the document
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  test("while it is typed, and in what the server answers", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    const typed = { clientName: MARKUP, country: "France", vatNumber: "<b>FR1</b>", note: MARKUP };
    await fillOrder(page, { ...typed, lines: [{ description: MARKUP, unit: "<b>", unitPrice: "1" }] });
    await page.getByRole("button", { name: "Review invoice" }).click();
    await page.locator("[aria-invalid]").waitFor();
    expect(await page.locator(ELEMENTS).count()).toBe(0);
    await field(page, "VAT number").fill("");
    await pressIssue(page);
    expect(await page.locator(ELEMENTS).count()).toBe(0);
    expect(await page.locator("article .name").last().innerText()).toBe(MARKUP);
    await open("?status=<b>x</b>&from=<img%20src=x>");
    expect(await page.locator(ELEMENTS).count()).toBe(0);
  });

  test("a script that gets into the page after all does not run, and neither does an inline style", async ({
    openDesk,
  }) => {
    const { page, open } = await openDesk({ mayErr: true });
    await open();
    const told = await page.evaluate(async () => {
      const directives = new Set<string>();
      const allTold = new Promise<void>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => {
          if (directives.add(event.effectiveDirective).size === 3) resolve();
        });
      });
      const script = document.createElement("script");
      const attempts = [
        () => document.body.insertAdjacentHTML("beforeend", "<i>x</i>"),
        () => (script.textContent = "window.hacked = 1"),
        () => document.body.setAttribute("style", "color: red"),
      ];
      for (const attempt of attempts) {
        try {
          attempt();
        } catch {}
      }
      await fetch("http://127.0.0.1:9/").catch(() => undefined);
      await allTold;
      return [...directives].sort();
    });
    expect(told).toEqual(["connect-src", "require-trusted-types-for", "style-src-attr"]);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });
});

describe("a page of another site", () => {
  test.for([
    ["a form", (url: string) => `<form method="post" action="${url}"><input name="order" value="{}"></form>`],
    ["a form of plain text", (url: string) => `<form method="post" enctype="text/plain" action="${url}"></form>`],
  ] as const)("cannot post %s with the user's session", async ([, form], { openDesk }) => {
    const { page, company, panel } = await openDesk({ mayErr: true });
    const { id } = await company.issue(order());
    const site = await otherSite(form(`${panel}/calls/invoices/${id}/cancel`));
    await page.goto(site.url);
    const answer = page.waitForResponse((response) => response.url().startsWith(panel));
    await page.locator("form").evaluate((one) => (one as HTMLFormElement).submit());
    expect((await answer).status()).toBe(403);
    expect((await company.get(id)).status).toBe("SENT");
    site.close();
  });

  test("can neither send nor read with fetch, nor frame the panel", async ({ openDesk }) => {
    const { page, company, panel } = await openDesk({ mayErr: true });
    const { id } = await company.issue(order());
    const site = await otherSite(`<iframe src="${panel}"></iframe>`);
    await page.goto(site.url);
    const outcomes = await page.evaluate(
      async ([cancel, list]) => {
        const tries = ["application/json", "text/plain"].map((type) =>
          fetch(cancel!, { method: "POST", credentials: "include", headers: { "Content-Type": type }, body: "{}" }),
        );
        const settled = await Promise.allSettled([...tries, fetch(list!, { credentials: "include" })]);
        return settled.map(({ status }) => status);
      },
      [`${panel}/calls/invoices/${id}/cancel`, `${panel}/calls/invoices`],
    );
    expect(outcomes).toEqual(["rejected", "rejected", "rejected"]);
    expect((await company.get(id)).status).toBe("SENT");
    expect(await page.frames()[1]!.locator("main").count()).toBe(0);
    site.close();
  });
});

/** A page on another host, with a body of the test's choice. */
async function otherSite(body: string) {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>Other</title>${body}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
