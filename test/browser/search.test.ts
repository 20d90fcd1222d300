import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";

test("one field on every page finds what it is about, and one click opens it", async ({ openDesk }) => {
  const { page, panel, company, open } = await openDesk();
  const invoice = await company.issue(order({ clientName: "Autohaus Müller" }));
  await company.credit(invoice.id, { reason: "returned" });
  const put = (path: string, data: object) =>
    page.request.put(`${panel}/calls${path}/${randomUUID()}`, {
      data: { revision: randomUUID(), replaces: [""], ...data },
    });
  await put("/clients", { fields: { "/clientName": "Müller AG", "/clientCountry": "DE" }, vatCheck: null });
  await put("/articles", { fields: { "/description": "Müllers Mühle", "/sku": "M-1" } });
  await put("/drafts", { fields: { "/clientName": "Müller KG" }, total: null });
  const field = page.getByRole("searchbox", { name: "Search everything" });
  for (const path of ["", "/settings", "/new", `/invoices/${invoice.id}`]) {
    await open(path);
    await field.fill("muller");
    await field.press("Enter");
    await page.getByRole("heading", { name: "Search: muller" }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=muller");
    expect(await field.inputValue()).toBe("muller");
  }
  const found = await page
    .locator(".decisions section")
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector("h2")!.textContent!.trim(), one.querySelector("li a")!.textContent]),
    );
  expect(found).toEqual([
    ["Invoices 1", "INV-202611-0001"],
    ["Credit notes 1", "INV-CN-202611-0001"],
    ["Drafts 1", "Müller KG"],
    ["Clients 1", "Müller AG"],
    ["Articles 1", "Müllers Mühle"],
  ]);
  await page.getByRole("link", { name: "INV-202611-0001" }).click();
  await page.getByRole("heading", { name: "Invoice INV-202611-0001" }).waitFor();
  await open("/search?q=nothing%20like%20this");
  await page.getByText("Nothing has all of these words.").waitFor();
  await open("/search");
  await page.getByText("Enter a name, a number, a word or an amount at the top.").waitFor();
});

test("somebody who may only read finds invoices and credit notes", async ({ openDesk }) => {
  const { page, company, open } = await openDesk({ lacking: ["issue"] });
  await company.issue(order({ clientName: "Autohaus Müller" }));
  await open("/search?q=muller");
  await page.getByRole("heading", { name: "Invoices 1" }).waitFor();
});
