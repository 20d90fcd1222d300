import { expect } from "vitest";
import { test } from "./browser-test.ts";
import { field, fillOrder, openReview, openSection, pressIssue, TYPED } from "./order-keys.ts";

const BERLIN = { Berlin: { prefix: "B" } };

test("a series is chosen in the editor, and its prefix is the one of the review and of the invoice", async ({
  openDesk,
}) => {
  const { page, open, company } = await openDesk({ profile: { series: BERLIN } });
  await open("/new");
  await fillOrder(page, TYPED);
  await pressIssue(page);
  await open("/new");
  await fillOrder(page, TYPED);
  await openSection(page, "References and note");
  expect(await field(page, "Series").locator("option").allInnerTexts()).toEqual(["INV (first series)", "B (Berlin)"]);
  await field(page, "Series").selectOption("Berlin");
  await openReview(page);
  await page.locator(".review").getByText("B-202611-####").first().waitFor();
  await page.goBack();
  const { id, invoiceNumber, series } = await company.get(await pressIssue(page));
  expect([invoiceNumber, series]).toEqual(["B-202611-0001", "Berlin"]);
  await open(`/new?copy=${id}`);
  expect(await page.locator("[name='/series']").inputValue()).toBe("Berlin");
});

test("without named series, the editor asks for none", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  expect(await page.locator("[name='/series']").count()).toBe(0);
});

test("series are added, changed and removed in the settings, each with its next number", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ profile: { series: BERLIN } });
  await company.issue({
    clientName: "x",
    clientCountry: "DE",
    series: "Berlin",
    items: [{ description: "x", quantity: 1, unitPrice: 1 }],
  });
  await open("/settings");
  const at = (name: string) => page.locator(`[name="${name}"]`);
  const save = async () => {
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings are saved.").waitFor();
  };
  await page.getByText("The next invoice will be B-202611-0002.").waitFor();
  await page.getByText("The next invoice will be INV-202611-0001.").waitFor();
  await at("/series/0/prefix").fill("BER");
  await page.getByText("The next invoice will be BER-202611-0002.").waitFor();
  await at("/series/1/name").fill("Client 4711");
  await at("/series/1/prefix").fill("inv");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("must differ from the prefix of the first series").waitFor();
  expect(await at("/series/1/prefix").evaluate((one) => one === document.activeElement)).toBe(true);
  await at("/series/1/prefix").fill("SB");
  await at("/series/2/name").fill("Kiel");
  await at("/series/2/prefix").fill("K");
  await save();
  expect((await company.profile()).series).toEqual({
    Berlin: { prefix: "BER" },
    "Client 4711": { prefix: "SB" },
    Kiel: { prefix: "K" },
  });
  await at("/series/0/prefix").fill("");
  await save();
  expect((await company.profile()).series).toEqual({ "Client 4711": { prefix: "SB" }, Kiel: { prefix: "K" } });
  expect(await at("/series/0/name").inputValue()).toBe("Client 4711");
  for (const index of [0, 1]) await at(`/series/${index}/prefix`).fill("");
  await save();
  expect((await company.profile()).series).toBeUndefined();
});
