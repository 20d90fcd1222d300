/**
 * Goal: the Next.js host serves the endpoints, the panel and its own route from one store, and loses nothing when it ends.
 * Method: build it and run it as its developer does, with the built package in its node_modules, on a real file.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { expectProblemsOfBodies, speakWith } from "../http/conversation.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { testUnless } from "../support/skipping.ts";
import { freshFile } from "../support/stores.ts";
import { stop } from "./demo-host.ts";
import { addressOf, buildNext, countersIn, hostAt, installHosts, NO_NEXT, startNext } from "./host-process.ts";
import { closeBrowserAtTheEnd, expectPanelInBrowser } from "./panel-in-browser.ts";

closeBrowserAtTheEnd();

let folder: string;

beforeAll(() => {
  if (NO_NEXT === undefined) folder = installHosts();
}, 240_000);
afterAll(() => {
  if (NO_NEXT === undefined) rmSync(folder, { recursive: true, force: true });
});

/** Starts the host, and waits for its address. */
async function serve(command: "dev" | "start", file: string) {
  const host = startNext(folder, command, file);
  const base = await addressOf(host, /Local: +(http:\S+)/);
  const place = async (id: string, body: string) => {
    const response = await fetch(`${base}/orders/${id}`, { method: "PUT", body });
    return { status: response.status, body: await response.json() };
  };
  return { host, base, place };
}

testUnless(NO_NEXT)(
  "built for production, it serves all routes from one store, and goes on with the next number after SIGTERM",
  async () => {
    buildNext(folder);
    const file = freshFile();
    const { host, base, place } = await serve("start", file);
    const peer = hostAt(`${base}/accounting`);
    await speakWith(fetch, peer); // issues 13
    await expectProblemsOfBodies(fetch, peer);
    const first = await place("1", JSON.stringify(order()));
    expect(first).toEqual({ status: 200, body: { invoiceNumber: expect.stringMatching(/-0014$/) } });
    expect(await place("1", JSON.stringify(order()))).toEqual(first);
    expect(await place("2", "no JSON")).toMatchObject({ status: 422, body: { code: "request_invalid" } });
    const page = await fetch(`${base}/panel/firma`, { headers: { Cookie: "session=jane" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')]);
    // Other stages of CI have no browser.
    if (process.env["FAKTURA_NIGHTLY"]) await expectPanelInBrowser(`${base}/panel`);
    expect(await stop(host, "SIGTERM"), host.printed()).toBe(143);

    const next = await serve("start", file);
    expect((await next.place("3", JSON.stringify(order()))).body.invoiceNumber).toMatch(/-0015$/);
    expect(await stop(next.host, "SIGTERM")).toBe(143);
    expect(await countersIn(file)).toEqual(oneTo(15).reverse());
  },
  240_000,
);

testUnless(NO_NEXT)(
  "while it is developed, a changed module is run again, and the store is not opened again",
  async () => {
    const module = join(folder, "next/books.ts");
    const text = readFileSync(module, "utf8").replace(
      "const store =",
      'console.log("A store is opened.");\n  const store =',
    );
    writeFileSync(module, `${text}\nconsole.log("The module runs.");\n`);
    const { host, base, place } = await serve("dev", freshFile());
    const read = () => fetch(`${base}/accounting/company`, { headers: { Authorization: "Bearer secret" } });
    const stores = () => host.printed().match(/A store is opened\./g)?.length;
    expect([(await read()).status, (await place("1", JSON.stringify(order()))).status, stores()]).toEqual([
      200, 200, 1,
    ]);
    writeFileSync(module, `${text}\nconsole.log("The module runs again.");\n`);
    const runsAgain = async () => (await read()).ok && host.printed().includes("The module runs again.");
    await vi.waitUntil(runsAgain, { timeout: 60_000, interval: 50 });
    const second = await place("2", JSON.stringify(order()));
    expect([second.body.invoiceNumber, stores()]).toEqual([expect.stringMatching(/-0002$/), 1]);
    expect(await stop(host, "SIGTERM"), host.printed()).toBe(0);
  },
  120_000,
);
