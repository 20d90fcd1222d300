import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { test } from "./browser-test.ts";
import { acceptWarnings, confirmIssue, field, fillOrder, openReview, pressIssue, TYPED } from "./order-keys.ts";
import { SESSION } from "./panel-host.ts";

const issueButton = (page: Page) => page.getByRole("button", { name: "Issue invoice" });
const problem = (page: Page) => page.locator(".review [role=alert]");

/** Lets the server answer, and takes the answer away on its way back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

/** Presses Issue, whose answer gets lost. */
async function issueWithoutAnswer(page: Page): Promise<void> {
  await openReview(page);
  await acceptWarnings(page);
  await page.route("**/calls/invoices", loseAnswer, { times: 1 });
  await issueButton(page).click();
  await problem(page).getByText("cannot be reached").waitFor();
}

test("an invoice is shown and not issued again where its answer was lost on the way", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await issueWithoutAnswer(page);
  const { data } = await company.list();
  expect(await confirmIssue(page)).toBe(data[0]!.id);
  expect((await company.list()).total).toBe(1);
});

test("an answer that differs by a cent is shown, not ignored", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await openReview(page);
  await acceptWarnings(page);
  await page.route("**/calls/invoices", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: 238.01 } });
  });
  await issueButton(page).click();
  await problem(page).getByText("INV-202611-0001 was issued, but its figures differ from those shown here").waitFor();
});

test("a proxy's page is not shown as the panel's answer, and an edited draft is told what became of it", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk({ mayErr: true });
  await open("/new");
  await fillOrder(page, TYPED);
  await openReview(page);
  await acceptWarnings(page);
  const proxyPage = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
  await page.route("**/calls/invoices", (route) => route.fetch().then(() => route.fulfill(proxyPage)), { times: 1 });
  await issueButton(page).click();
  await problem(page).getByText("The server is not available (502).").waitFor();
  await page.getByRole("button", { name: "Back to the draft" }).click();
  await field(page, "Name").fill("Another");
  await page.getByRole("button", { name: "Review invoice" }).click();
  await page.locator(".answer [role=alert]").getByText("This draft was already issued.").waitFor();
  await page.getByRole("link", { name: "INV-202611-0001" }).click();
  await page.getByRole("heading", { name: "Invoice INV-202611-0001" }).waitFor();
  expect((await company.list()).total).toBe(1);
});

test("a repeated try gets the first invoice, though the profile has changed since", async ({ openDesk }) => {
  const { page, open, company, profile } = await openDesk({ profile: { ossRegistered: false } });
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "Finland" });
  await issueWithoutAnswer(page);
  await company.saveProfile({ ...profile, ossRegistered: true });
  expect((await company.get(await confirmIssue(page))).taxTotal).toBe(38);
  expect((await company.list()).total).toBe(1);
});

test("a draft whose save was answered by nobody is saved again, without a false alarm", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await page.route("**/calls/drafts/*", loseAnswer, { times: 1 });
  await fillOrder(page, TYPED);
  await page.locator(".answer [role=alert]").getByText("cannot be reached").waitFor();
  await field(page, "Name").fill("Another");
  await page.getByText("The draft is saved.").waitFor();
  await page.waitForURL(/\/drafts\//);
  expect((await company.get(await pressIssue(page))).clientName).toBe("Another");
});

test("what is typed after the session has ended is saved once somebody has signed in again", async ({ openDesk }) => {
  const { page, context, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await page.getByText("The draft is saved.").waitFor();
  const [session] = (await context.cookies()).filter(({ name }) => name === SESSION);
  await context.clearCookies({ name: SESSION });
  const problem = page.locator(".answer [role=alert]");
  await field(page, "Name").fill("Another");
  await problem.getByText("You are signed out. Sign in again in another tab").waitFor();
  await page.getByRole("button", { name: "Review invoice" }).click();
  await problem.getByText("You are signed out").waitFor();
  await context.addCookies([session!]);
  await page.evaluate(() => dispatchEvent(new Event("pagehide"))); // saves at once
  await page.getByText("The draft is saved.").waitFor();
  expect(await problem.innerText()).toBe("");
  expect((await company.get(await pressIssue(page))).clientName).toBe("Another");
});
