import { describe, expect } from "vitest";
import { test } from "./browser-test.ts";
import { field, fillOrder, pressIssue, TYPED, typeLine, typeOrder } from "./order-keys.ts";
import { amountsIn, shownAnswer } from "./shown.ts";

/** The text in place of the answer. */
const QUESTION = ".answer .open-question";

describe("as one types", () => {
  test("treatment, note, breakdown and total appear, and only the draft is saved", async ({ openDesk }) => {
    const { page, open, requests } = await openDesk();
    await open("/new");
    const loaded = requests.length;
    expect(await page.locator(QUESTION).innerText()).toBe("Choose the client's country to see the VAT.");

    await typeOrder(page, { ...TYPED, country: "France", vatNumber: "FR 40 303 265 045", supply: "Services" });
    expect(await shownAnswer(page)).toEqual({
      treatment: "Reverse charge",
      rate: "0%",
      note: expect.stringMatching(/^Reverse charge .*articles 44 and 196/),
      reason: expect.stringContaining("to a business in France with the VAT number FR40303265045"),
      warnings: [],
      breakdown: [["Reverse charge", "0%", "€200.00", "€0.00"]],
      amounts: { Net: "€200.00", VAT: "€0.00", Total: "€200.00" },
    });
    await typeOrder(page, { vatNumber: "", clientIs: "Consumer", supply: "Goods" });
    expect(await shownAnswer(page)).toMatchObject({
      treatment: "OSS, rate of the client's country",
      note: "",
      reason: expect.stringContaining("charged at the standard rate of France on 20 Nov 2026, 20%."),
      breakdown: [["Taxed", "20%", "€200.00", "€40.00"]],
      amounts: { Net: "€200.00", VAT: "€40.00", Total: "€240.00" },
    });
    // Saved drafts, what electronic invoices lack, whether the number is registered, and clients whose names begin as what was
    // typed, if there was time to ask.
    const expected =
      /^PUT .*\/calls\/drafts\/|^POST .*\/calls\/(?:preview\/draft|vat-checks)$|^GET .*\/calls\/(?:clients\?search=|clients\/recent$|articles\?search=)/;
    expect(requests.slice(loaded).filter((request) => !expected.test(request))).toEqual([]); // nothing asks for the VAT
  });

  test("each key counts: the total follows the digits", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await typeOrder(page, { country: "Germany" });
    const totals = [];
    for (const digit of "12.50") {
      await field(page, "Net price", 1).press(digit === "." ? "Period" : digit);
      totals.push((await amountsIn(page.locator(".answer .amounts")))["Total"]);
    }
    expect(totals).toEqual(["€1.19", "€14.28", "€14.28", "€14.88", "€14.88"]);
  });

  test("a client's country that has no VAT number yet warns, and the warning goes with its cause", async ({
    openDesk,
  }) => {
    const { page, open } = await openDesk({ profile: { ossRegistered: false } });
    await open("/new");
    await typeOrder(page, { ...TYPED, country: "Finland", supply: "Goods" });
    expect((await shownAnswer(page)).warnings).toEqual([expect.stringContaining("register for OSS")]);
    await typeOrder(page, { country: "Germany" });
    expect((await shownAnswer(page)).warnings).toEqual([]);
  });
});

test("a rate of the host's own is shown, and is what the invoice carries", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "Luxembourg" });
  expect((await shownAnswer(page)).breakdown).toEqual([["Taxed", "14.5%", "€200.00", "€29.00"]]);
  expect((await company.get(await pressIssue(page))).total).toBe(229);
});

describe("what is missing is said", () => {
  test("a malformed VAT number asks for a right one, until it is one", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await typeOrder(page, { ...TYPED, country: "France", vatNumber: "FR4030326504" });
    expect(await page.locator(QUESTION).innerText()).toBe(
      "The client's VAT number does not count in the EU. Correct it, or leave it out to charge VAT.",
    );
    await field(page, "VAT number").press("End");
    await field(page, "VAT number").press("5");
    expect((await shownAnswer(page)).treatment).toBe("Reverse charge");
  });

  test.for([
    ["an unfinished line", { ...TYPED, lines: [{ quantity: "2" }] }, "line 1"],
    ["a second line without a price", { ...TYPED, lines: [...TYPED.lines, { description: "Travel" }] }, "line 2"],
  ] as const)("%s is named, and not counted in silence", async ([, order, name], { openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await typeOrder(page, order);
    expect(await page.locator(".answer .unfinished").innerText()).toContain(name);
    await typeLine(page, Number(name.at(-1)), { quantity: "1", unitPrice: "50" });
    await page.locator(".answer .unfinished").waitFor({ state: "detached" });
  });

  test("a day of supply that is taken away is asked for", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    await typeOrder(page, { ...TYPED, suppliedOn: "" });
    expect(await page.locator(QUESTION).innerText()).toBe("Choose the date of supply to see the VAT.");
  });
});

describe("lines", () => {
  test("adding and removing them keeps what was typed into the others", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    const lines = ["One", "Two", "Three"].map((description, index) => ({ description, unitPrice: `${index + 1}0` }));
    await typeOrder(page, { country: "Germany", lines });
    const descriptions = () =>
      page.getByLabel("Description").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

    await page.getByRole("button", { name: "Remove line 2" }).click();
    expect(await descriptions()).toEqual(["One", "Three"]);
    expect((await shownAnswer(page)).amounts["Net"]).toBe("€40.00");
    await page.getByRole("button", { name: "Add line" }).click();
    await page.keyboard.type("Four");
    await typeLine(page, 3, { unitPrice: "5" });
    expect(await descriptions()).toEqual(["One", "Three", "Four"]);
    expect((await shownAnswer(page)).amounts["Net"]).toBe("€45.00");
  });

  test("the last line has no button that removes it", async ({ openDesk }) => {
    const { page, open } = await openDesk();
    await open("/new");
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  });
});

test("the live region speaks one sentence once typing rests, and not each letter", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await page.clock.install();
  await open("/new");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000); // else slow typing would be a rest
  const heard: string[] = [];
  await page.exposeFunction("hear", (sentence: string) => heard.push(sentence));
  await page.locator("form.draft ~ .heard[role=status]").evaluate((region) => {
    const { hear } = window as unknown as { hear: (sentence: string) => void };
    const listener = new MutationObserver(() => hear(region.textContent!));
    listener.observe(region, { subtree: true, childList: true, characterData: true });
  });

  await typeOrder(page, { ...TYPED, country: "Finland" });
  await page.clock.runFor(500);
  expect(heard).toEqual([]);
  await page.clock.runFor(200);
  await expect.poll(() => heard).toEqual(["OSS, rate of the client's country, VAT 25.5%, total €251.00."]);
});
