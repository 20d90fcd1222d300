import type { Browser } from "playwright-core";
import { afterAll, expect } from "vitest";
import { launchChromium, NO_BROWSER } from "../browser/chromium.ts";

let launched: Promise<Browser> | undefined;

/** The pages of the panel at this address work in a browser, for the session of `panel.ts`: no script or style is broken. */
export async function expectPanelInBrowser(address: string): Promise<void> {
  if (NO_BROWSER !== undefined && !process.env["CI"])
    return console.log(`no browser at ${address}, because ${NO_BROWSER}`);
  launched ??= launchChromium();
  const context = await (await launched).newContext({ locale: "en" });
  await context.addCookies([{ name: "session", value: "jane", url: address }]);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  try {
    await page.goto(`${address}/firma/new`);
    await page.getByRole("heading", { name: "New invoice", level: 1 }).waitFor({ timeout: 15_000 }).catch(String);
    // Read from the style sheet, which must be there too.
    const isStyled = await page.evaluate(
      "getComputedStyle(document.documentElement).getPropertyValue('--accent') !== ''",
    );
    expect([troubles, await page.locator("main h1").allTextContents(), isStyled]).toEqual([[], ["New invoice"], true]);
  } finally {
    await context.close();
  }
}

/** Closes the browser after the tests of a file. */
export function closeBrowserAtTheEnd(): void {
  afterAll(async () => (await launched)?.close());
}
