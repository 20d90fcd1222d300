import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

/** The panel of a company with three series, of which the last has no invoice. */
async function openPanel() {
  const clock = new TestClock("2026-10-31T12:00:00.000Z");
  const store = memoryStore();
  const invoicing = createInvoicing({ store, clock });
  const company = invoicing.company("acme");
  const series = { Berlin: { prefix: "B" }, "a/b": { prefix: "AB" } };
  await company.saveProfile(germanProfile({ series }));
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
    tables: panelTables(store),
  });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const url = `http://panel.test/panel/acme/calls${path}`;
    const answer = await panel(new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }));
    return answer.json();
  };
  return { company, clock, call, close: () => invoicing.close() };
}

const berlin = order({ series: "Berlin" });

test("each series has its own next number in the settings, the preview and the books", async () => {
  const { company, clock, call, close } = await openPanel();
  const numbersIn = async (named: readonly (string | null)[]) => {
    const { invoices, series } = await call("GET", "/settings");
    expect([invoices.last, ...series.map(({ last }: { last: string | null }) => last)]).toEqual(named);
    const next = [invoices.next, ...series.map((one: { next: string }) => one.next)];
    for (const [index, name] of [undefined, "Berlin", "a/b"].entries()) {
      const asked = { ...order({ series: name }), supplyDate: "2026-10-30" };
      const { invoice } = await call("POST", "/preview", { order: asked });
      expect(invoice.numberPattern, name).toBe(next[index].replace(/\d{4}$/, "####"));
    }
    return next;
  };
  expect(await numbersIn([null, null, null])).toEqual(["INV-202610-0001", "B-202610-0001", "AB-202610-0001"]);
  await company.issueMany([order(), order(), berlin, berlin, berlin]);
  expect(await numbersIn(["INV-202610-0002", "B-202610-0003", null])).toEqual([
    ...["INV-202610-0003", "B-202610-0004", "AB-202610-0001"],
  ]);
  clock.set("2026-11-01T01:00:00.000Z");
  await company.issue(order());
  clock.set("2026-10-31T20:00:00.000Z"); // dates never run backwards, in none of the series
  const next = await numbersIn(["INV-202611-0003", "B-202610-0003", null]);
  expect(next).toEqual(["INV-202611-0004", "B-202611-0004", "AB-202611-0001"]);
  const issued = await company.issueMany([order(), berlin, order({ series: "a/b" })]);
  expect(issued.map(({ invoiceNumber }) => invoiceNumber)).toEqual(next);
  await close();
});
