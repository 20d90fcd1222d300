import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { field } from "./order-keys.ts";
import { tableRows } from "./shown.ts";

/** The cards at the top: the title of each, and what it says. */
async function figures({ page }: Desk): Promise<Record<string, string[]>> {
  await page.locator(".figure button").waitFor();
  const cards = await page
    .locator(".figure")
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector("h2")!.textContent!.trim(),
        [...one.querySelectorAll("p.sum, div > p:not(.hint), .figure > p.sum + .hint")].map((part) =>
          part.textContent!.trim(),
        ),
      ]),
    );
  return Object.fromEntries(cards);
}

/** What waits for a decision: the heading of each group and its entries. */
function decisions({ page }: Desk): Promise<Record<string, string[]>> {
  return page
    .locator(".decisions .card")
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.querySelector("h3")!.textContent!,
          [...one.querySelectorAll("li")].map((entry) => entry.innerText.replaceAll(/\s+/g, " ").trim()),
        ]),
      ),
    );
}

const put = ({ page, panel }: Desk, path: string, data: object) =>
  page.request.put(`${panel}/calls${path}/${randomUUID()}`, {
    data: { revision: randomUUID(), replaces: [""], ...data },
  });

describe("the start page", () => {
  test("shows the VAT of the next return", async ({ openDesk, host }) => {
    const desk = await openDesk();
    const { company, page, open } = desk;
    host.clock.set("2026-10-20T12:00:00.000Z");
    await company.issue(order({ dueDate: "2026-11-01" }));
    host.clock.set("2026-11-20T12:00:00.000Z");
    const paid = await company.issue(order());
    await company.recordPayment(paid.id, { amount: 38 });
    await company.cancel((await company.issue(order())).id);
    await company.issue(order({ clientCountry: "FI", currency: "USD", supply: "goods" }));
    await open("");
    expect(await figures(desk)).toEqual({
      "VAT for Q4 2026": ["€76.00", "OSS return for Q4 2026: US$51.00, due on 31 Jan 2027"],
    });
    await page.getByLabel("VAT returns by").selectOption("month");
    await page
      .getByRole("link", { name: "VAT for October 2026" })
      .or(page.getByRole("link", { name: "VAT for November 2026" }))
      .waitFor();
    await page.locator(".figure").last().getByText("€38.00").waitFor();
    // Whatever the month, OSS sales are declared by quarter.
    await page.locator(".figure").last().getByText("OSS return for Q4 2026: US$51.00, due on 31 Jan 2027").waitFor();
    await open("");
    expect(await page.getByLabel("VAT returns by").inputValue()).toBe("month");
  });

  test("begins with who owes, since how many days, and what was sold", async ({ openDesk, host }) => {
    const desk = await openDesk();
    const { company, page, open } = desk;
    host.clock.set("2026-09-20T12:00:00.000Z");
    await company.issue(order({ dueDate: "2026-10-01" }));
    await company.issue(order({ dueDate: "2026-11-19", clientName: "Kundin" }));
    host.clock.set("2026-11-20T12:00:00.000Z");
    await company.issue(order({ clientCountry: "FI", currency: "USD", supply: "goods" }));
    await open("");
    const sums = page.getByRole("navigation", { name: "What is due" }).getByRole("link");
    expect(await sums.allInnerTexts()).toEqual([
      expect.stringMatching(/^Open\s+€476.00\s+US\$251.00\s+3 invoices$/),
      expect.stringMatching(/^Overdue\s+€476.00\s+2 invoices$/),
    ]);
    expect(await tableRows(page.locator(".ageing tbody tr"))).toEqual([
      ["EUR", "–", "€238.00", "€238.00", "–", "–"],
      ["USD", "US$251.00", "–", "–", "–", "–"],
    ]);
    const rows = await tableRows(page.locator(".oldest tbody tr"));
    expect(rows.map((row) => row.map((cell) => cell.split(/\s*\n\s*/)))).toEqual([
      [
        ["INV-202609-0001"],
        ["Exemple SARL"],
        ["1 Oct 2026", "50 days overdue"],
        ["€238.00"],
        ["Remind", "INV-202609-0001"],
      ],
      [["INV-202609-0002"], ["Kundin"], ["19 Nov 2026", "1 day overdue"], ["€238.00"], ["Remind", "INV-202609-0002"]],
      [["INV-202611-0003"], ["Exemple SARL"], ["–"], ["US$251.00"], [""]],
    ]);
    await page.getByRole("img", { name: "Net sales by month, EUR" }).waitFor();
    expect(await page.locator(".sales desc").first().textContent()).toContain("September 2026: €400.00");
    await page.getByText("EUR as a table").click();
    expect((await tableRows(page.locator(".sales tbody").first().locator("tr"))).slice(-3)).toEqual([
      ["September 2026", "€400.00"],
      ["October 2026", "€0.00"],
      ["November 2026", "€0.00"],
    ]);
    await page.getByRole("link", { name: "Remind INV-202609-0001" }).click();
    await page.waitForURL(/\/invoices\/[^/]+\?remind$/);
    await open("");
    await sums.nth(1).click();
    await page.waitForURL(/status=overdue/);
    await page.getByRole("status").getByText("2 invoices").waitFor();
  });

  test("computes the VAT again when the books have changed, and when it is asked to", async ({ openDesk, host }) => {
    const desk = await openDesk();
    const { company, open, page } = desk;
    await company.issue(order());
    await open("");
    expect((await figures(desk))["VAT for Q4 2026"]).toEqual(["€38.00"]);
    await page.getByText("As of 20 Nov 2026").waitFor();
    await company.issue(order());
    await open("");
    expect((await figures(desk))["VAT for Q4 2026"]).toEqual(["€76.00"]);
    host.clock.set("2026-11-20T13:00:00.000Z");
    const computed = await page.locator(".figure [role=status] .hint").innerText();
    await open("");
    await figures(desk);
    expect(await page.locator(".figure [role=status] .hint").innerText(), "kept").toBe(computed);
    await page.getByRole("button", { name: "Calculate again" }).click();
    await expect.poll(() => page.locator(".figure [role=status] .hint").innerText()).not.toBe(computed);
  });

  test("lists what waits for a decision, and says when nothing does", async ({ openDesk }) => {
    const desk = await openDesk();
    const { company, open, page } = desk;
    await open("");
    expect(await page.locator(".decisions .empty").innerText()).toBe("Nothing waits for you.");
    for (let place = 1; place <= 6; place += 1) {
      const fields = { "/clientName": `Client ${place}`, "/supplyDate": "2026-12-20" };
      await put(desk, "/drafts", { fields, total: { amount: place, currency: "EUR" } });
    }
    const client = (name: string, vatNumber: string) => ({
      fields: { "/clientName": name, "/clientCountry": "FR", "/clientVatNumber": vatNumber },
    });
    await put(desk, "/clients", { ...client("Exemple SARL", "FR40303265045"), vatCheck: null });
    await put(desk, "/clients", { ...client("No number", ""), vatCheck: null });
    await company.issue(order({ isCompany: true }));
    await open("");
    await figures(desk);
    const shown = await decisions(desk);
    expect(shown["Drafts, not issued yet"]).toHaveLength(5);
    expect(shown["Drafts, not issued yet"]).toContainEqual(expect.stringContaining("for 20 Dec 2026"));
    await page.getByRole("link", { name: "1 more" }).waitFor();
    expect(shown["Clients' VAT numbers to check"]).toEqual(["Exemple SARL FR40303265045"]);
    expect(shown["Invoices to complete or verify"]).toEqual(["INV-202611-0001 Exemple SARL Mark as done"]);
    await page.getByRole("button", { name: "Mark INV-202611-0001 as done" }).press("Enter");
    await page.getByText("INV-202611-0001 is done.").waitFor();
    expect(Object.keys(await decisions(desk))).not.toContain("Invoices to complete or verify");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("decisions-title");
  });

  test("shows no drafts, no clients and no button to somebody who may only read", async ({ openDesk }) => {
    const desk = await openDesk({ lacking: ["issue"] });
    const { id } = await desk.company.issue(order({ isCompany: true }));
    await desk.open("");
    await figures(desk);
    expect(await desk.page.getByRole("link", { name: "New invoice", exact: true }).count()).toBe(0);
    expect(await decisions(desk)).toEqual({
      "Issued, not sent": ["INV-202611-0001 Exemple SARL · €238.00"],
      "Invoices to complete or verify": ["INV-202611-0001 Exemple SARL"],
    });
    expect((await desk.page.request.post(`${desk.panel}/calls/start/decided/${id}`, { data: {} })).status()).toBe(403);
  });
});

test("every list and the page of a client have the button for a new invoice, which begins with the client there", async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page, open } = desk;
  await put(desk, "/clients", { fields: { "/clientName": "Kundin AG", "/clientCountry": "DE" }, vatCheck: null });
  for (const path of ["", "/invoices", "/credit-notes", "/drafts", "/articles", "/clients"]) {
    await open(path);
    await page.locator("main").getByRole("link", { name: "New invoice", exact: true }).waitFor();
  }
  await page.getByRole("link", { name: "Kundin AG", exact: true }).click();
  await page.locator("form.kept").waitFor();
  await page.locator("main").getByRole("link", { name: "New invoice", exact: true }).click();
  await page.waitForURL(/\/new\?client=/);
  await page.locator("form.draft").waitFor();
  expect(await field(page, "Name").inputValue()).toBe("Kundin AG");
  expect(await field(page, "Country").inputValue()).toBe("DE");
});

test("“again next month” makes one draft with the dates of the next month, due by its own day of issue, and issues nothing", async ({
  openDesk,
}) => {
  const { page, company, open } = await openDesk();
  const { id } = await company.issue(order({ supplyDate: "2026-11-30", dueDate: "2026-12-04" })); // 14 days to pay
  await open(`/invoices/${id}`);
  await page.getByRole("link", { name: "Again next month" }).click();
  await page.locator("form.draft").waitFor();
  expect(await field(page, "Date of supply").inputValue()).toBe("2026-12-31");
  expect(await field(page, "Due date").inputValue()).toBe("2026-12-04");
  await page.getByText("Copied from INV-202611-0001 and dated 31 Dec 2026.").waitFor();
  await page.getByText("The draft is saved.").waitFor();
  await page.clock.setFixedTime("2026-12-31T12:00:00.000Z");
  await open(`/invoices/${id}`);
  await page.getByRole("link", { name: "Again next month" }).click();
  await page.locator("form.draft").waitFor();
  expect(await field(page, "Due date").inputValue()).toBe("2027-01-14");
  await open("/drafts");
  await page.getByRole("cell", { name: "31 Dec 2026" }).waitFor(); // the only one, else this rejects
  expect((await company.list()).total).toBe(1);
});
