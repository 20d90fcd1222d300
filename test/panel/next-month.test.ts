import { randomUUID } from "node:crypto";
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { describe, expect, test } from "vitest";
import { nextMonthFields, repeatedDraftId } from "../../src/panel/browser/new-invoice/next-month.ts";
import { repeatedMonths } from "../../src/panel/repeated-order.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

describe("the dates of a draft for the next month", () => {
  test.each([
    ["2026-11-20", "2026-12-20"],
    ["2026-12-20", "2027-01-20"],
    ["2027-01-30", "2027-02-28"],
    ["2028-01-31", "2028-02-29"],
    ["2027-02-28", "2027-03-31"],
    ["2026-11-30", "2026-12-31"],
  ])("follow %s with %s", (taxPointDate, next) => {
    const invoice = { taxPointDate, issueDate: taxPointDate, period: undefined, dueDate: undefined };
    expect(nextMonthFields(invoice)).toEqual({ "/supplyDate": next });
  });

  test.each([
    ["2027-02-14", "2027-02-28", "14"],
    ["2027-02-14", "2027-02-14", "0"],
    ["2027-02-14", "2027-01-31", "0"],
  ])("issued on %s and due on %s: the next one gives %s days from its own issue date", (issueDate, dueDate, days) => {
    const fields = nextMonthFields({ taxPointDate: "2026-12-31", issueDate, period: undefined, dueDate });
    expect([fields["/dueDays"], fields["/dueDate"]]).toEqual([days, undefined]);
  });

  test.each([
    [{ start: "2026-11-01", end: "2026-11-30" }, 1, ["2026-12-01", "2026-12-31"]],
    [{ start: "2026-10-01", end: "2026-12-31" }, 3, ["2027-01-01", "2027-03-31"]],
    [{ start: "2026-01-01", end: "2026-12-31" }, 12, ["2027-01-01", "2027-12-31"]],
    [{ start: "2026-11-05", end: "2026-12-04" }, 1, ["2026-12-05", "2027-01-04"]],
  ])("follow the period %j after %i months with %j", (period, months, days) => {
    expect(repeatedMonths({ period })).toBe(months);
    const fields = nextMonthFields({ taxPointDate: period.end, issueDate: period.end, period, dueDate: undefined });
    expect([fields["/period/start"], fields["/period/end"], fields["/supplyDate"]]).toEqual([...days, days[1]]);
  });
});

test("an invoice has one draft for the next month, which becomes one invoice, however often it is asked for", async () => {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const { id } = await acme.issue(order());
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
    tables: panelTables(store),
  });
  const draftId = repeatedDraftId(id)!;
  const call = (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return panel(new Request(`http://panel.test/panel/acme/calls${path}`, request));
  };
  const saved = { revision: randomUUID(), replaces: [""], fields: {}, total: null };
  expect((await call("GET", `/drafts/${draftId}`)).status).toBe(404);
  expect((await call("PUT", `/drafts/${draftId}`, saved)).status).toBe(200);
  expect((await call("PUT", `/drafts/${draftId}`, { ...saved, revision: randomUUID() })).status).toBe(409);
  const shown = { vatTreatment: "domestic", subtotal: 200, taxTotal: 38, total: 238 };
  const sale = { ...order({ supplyDate: "2026-12-20" }), clientCountry: "DE" };
  expect((await call("POST", "/invoices", { order: sale, shown, accepted: [], draftId })).status).toBe(201);
  expect(await (await call("GET", `/drafts/${draftId}`)).json()).toMatchObject({ code: "draft_issued" });
  expect(repeatedDraftId(draftId), "of what is no invoice's id").toBeUndefined();
});
