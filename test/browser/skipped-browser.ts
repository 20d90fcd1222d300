import { NO_BROWSER } from "./chromium.ts";

/** Says once for the whole run, and not for each file, why the tests in a browser are skipped. */
export function setup(): void {
  if (NO_BROWSER !== undefined && !process.env["CI"]) console.log(`not run: test/browser, because ${NO_BROWSER}`);
}
