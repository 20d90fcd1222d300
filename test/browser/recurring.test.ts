import { expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { pressAction } from "./order-keys.ts";
import { sidewaysFaults } from "./shown.ts";

test("an invoice is repeated regularly, then changed, paused, resumed and deleted", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ profile: FIRMA });
  const items = [{ description: "Hosting", quantity: 2, unitPrice: 50 }];
  const { id } = await company.issue(
    order({ clientName: "Kundin", clientCountry: "DE", supply: "services", isCompany: false, items }),
  );
  await open(`/invoices/${id}`);
  await pressAction(page, "Repeat regularly");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/recurring$/);
  const row = page.getByRole("row").last();
  expect(await row.innerText()).toMatch(/Kundin[\s\S]+Every month\s+make a draft[\s\S]+€119.00/);
  await row.getByRole("link", { name: "Kundin" }).click();
  await page.getByText("This draft changes a recurring invoice.").waitFor();
  await page.getByRole("button", { name: "Repeat regularly" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Interval").selectOption({ label: "Every quarter" });
  await dialog.getByLabel("Then").selectOption({ label: "issue the invoice" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/recurring$/);
  expect(await row.innerText()).toMatch(/Kundin[\s\S]+Every quarter\s+issue the invoice[\s\S]+€119.00/);
  expect(await page.getByRole("row").count(), "it is the same one").toBe(2);
  await row.getByRole("button", { name: "Pause" }).click();
  await row.getByText("Paused").waitFor();
  await row.getByRole("button", { name: "Resume" }).click();
  await row.getByRole("button", { name: "Pause" }).waitFor();
  await open("/drafts");
  await page.getByText("No drafts.").waitFor();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open("/recurring");
    await row.waitFor();
    expect(await sidewaysFaults(page), `${width}`).toEqual([]);
  }
  await row.getByRole("button", { name: "Delete Kundin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("row").first().waitFor({ state: "detached" });
});
