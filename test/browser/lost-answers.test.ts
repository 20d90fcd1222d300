import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { test } from "./browser-test.ts";
import { field, fillOrder, pressIssue, TYPED } from "./order-keys.ts";

const issueButton = (page: Page) => page.getByRole("button", { name: "Issue invoice" });
const problem = (page: Page) => page.locator(".answer [role=alert]");

/** Lets the server answer, and takes the answer away on its way back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

test("an invoice is shown and not issued again where its answer was lost on the way", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await page.route("**/calls/invoices", loseAnswer, { times: 1 });
  await issueButton(page).click();
  await problem(page).getByText("cannot be reached").waitFor();
  const { data } = await company.list();
  expect(await pressIssue(page)).toBe(data[0]!.id);
  expect((await company.list()).total).toBe(1);
});

test("an answer that differs by a cent is shown, not ignored", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await page.route("**/calls/invoices", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: 238.01 } });
  });
  await issueButton(page).click();
  await problem(page).getByText("INV-202611-0001 was issued, but its figures differ from those shown here").waitFor();
});

test("a proxy's page is not shown as the panel's answer, and leaves open what happened", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ mayErr: true });
  await open("/new");
  await fillOrder(page, TYPED);
  const proxyPage = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
  await page.route("**/calls/invoices", (route) => route.fetch().then(() => route.fulfill(proxyPage)), { times: 1 });
  await issueButton(page).click();
  await problem(page).getByText("The server is not available (502).").waitFor();
  await field(page, "Name").fill("Another");
  await issueButton(page).click();
  await problem(page).getByText("Check the list of invoices first").waitFor();
  expect((await company.list()).total).toBe(1);
});

test("a try that is refused after one without an answer sends one to the list", async ({ openDesk }) => {
  const { page, open, company, profile } = await openDesk({ profile: { ossRegistered: false } });
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "Finland" });
  await page.route("**/calls/invoices", loseAnswer, { times: 1 });
  await issueButton(page).click();
  await problem(page).getByText("cannot be reached").waitFor();
  await company.saveProfile({ ...profile, ossRegistered: true });
  await issueButton(page).click();
  await problem(page).getByText("Check the list of invoices first").waitFor();
  expect((await company.list()).total).toBe(1);
});
