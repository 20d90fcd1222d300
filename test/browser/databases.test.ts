import { randomUUID } from "node:crypto";
import { postgresStore } from "faktura/postgres";
import { describe, expect } from "vitest";
import { freshSchema, pool } from "../support/postgres.ts";
import { browserTest, inBrowser } from "./browser-test.ts";
import { acceptWarnings, field, fillOrder, openReview, pressAction, TYPED } from "./order-keys.ts";
import { openPanelHost, type PanelHost } from "./panel-host.ts";
import { tableRows } from "./shown.ts";

/** All other tests in a browser run on SQLite. */
const withPostgres = browserTest.extend<{ readonly host: PanelHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const schema = await freshSchema({ panel: true });
      const host = await openPanelHost(async () => postgresStore(pool, { schema }));
      await use(host);
      await host.close();
    },
    { scope: "file" },
  ],
});
const onPostgres = inBrowser(withPostgres);

describe("on PostgreSQL", () => {
  onPostgres("an invoice is typed, continued, issued, sent, paid, credited and found", async ({ openDesk, host }) => {
    const { page, open, company, panel } = await openDesk();
    const data = { revision: randomUUID(), replaces: [""], vatCheck: null };
    const fields = {
      "/clientName": "Größe & Söhne",
      "/clientCountry": "DE",
      "/isCompany": "no",
      "/supply": "services",
    };
    await page.request.put(`${panel}/calls/clients/${randomUUID()}`, { data: { ...data, fields } });
    await open("/new");
    await field(page, "Name").pressSequentially("grosse");
    await page.locator(".party [role=option]").first().click();
    await page.locator(".client-card").waitFor();
    await fillOrder(page, { lines: TYPED.lines });
    await page.getByText("The draft is saved.").waitFor();
    await open("/drafts");
    await page.getByRole("link", { name: "Größe & Söhne" }).click();
    await openReview(page);
    await acceptWarnings(page);
    await page.getByRole("button", { name: "Issue invoice" }).click();
    await page.getByRole("button", { name: "Send by e-mail" }).click();
    await page.locator("dialog.email").getByLabel("To").fill("kunde@example.com");
    await page.getByRole("button", { name: "Send e-mail" }).click();
    await page.getByText("The e-mail to kunde@example.com was sent.").waitFor();
    expect(host.emails.at(-1)).toMatchObject({
      to: "kunde@example.com",
      attachments: [{ contentType: "application/pdf" }],
    });

    await page.getByRole("link", { name: "Open the invoice" }).click();
    await page.getByRole("button", { name: "Record payment" }).click();
    await page.locator("form.payment").getByRole("button", { name: "Record payment" }).click();
    await page.getByText("Payment of €238.00 recorded.").waitFor();
    await pressAction(page, "Credit invoice");
    await page.getByRole("dialog").getByLabel("Reason").fill("Returned");
    await page.getByRole("button", { name: "Review the credit note" }).click();
    await page.getByRole("button", { name: "Issue credit note" }).click();
    await page.getByText("INV-CN-202611-0001 for €238.00 was issued.").waitFor();
    await open("?search=größe&status=paid");
    expect((await tableRows(page.locator("tbody tr"))).map(([, number]) => number)).toEqual(["INV-202611-0001"]);
    await open("/audit");
    await page.getByRole("button", { name: "Check the books now" }).click();
    await page.getByRole("heading", { name: "The books are in order." }).waitFor();
    expect((await company.list()).total).toBe(1);
  });
});
