import { randomUUID } from "node:crypto";
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelEmail, panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

/** The panel on 5 December 2026, and an invoice of 238 EUR that was due on 30 November. Each PDF file is its document's reminder. */
async function openPanel() {
  const store = memoryStore();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const { id } = await acme.issue(order({ dueDate: "2026-11-30", isCompany: true, clientEmail: "buy@client.example" }));
  clock.set("2026-12-05T12:00:00.000Z");
  const sent: PanelEmail[] = [];
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
    tables: panelTables(store),
    render: (document) =>
      new TextEncoder().encode("reminder" in document ? `level ${document.reminder.level}` : "invoice"),
    send: (email) => void sent.push(email),
  });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await panel(new Request(`http://panel.test/panel/acme/calls${path}`, request));
    const isJson = answer.headers.get("Content-Type")?.includes("json") === true;
    return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
  };
  const remind = async (shown: object, by = randomUUID()) =>
    call("POST", `/invoices/${id}/reminders/email`, {
      ...{ id: by, to: "buy@client.example", subject: "Reminder", text: "Please pay", files: ["pdf"], shown },
    });
  return { acme, clock, id, call, remind, sent };
}

const FIRST = { on: "2026-12-05", level: 1, total: 238, previous: 0 };

test("shows a reminder with the e-mail that sends it", async () => {
  const { id, call } = await openPanel();
  const { body } = await call("GET", `/invoices/${id}/reminder`);
  expect(body.reminder).toMatchObject({ level: 1, on: "2026-12-05", overdue: 238, daysOverdue: 5 });
  expect(body.printed).toMatchObject({ title: "Zahlungserinnerung", breakdown: { columns: [] } });
  expect(body.email).toMatchObject({ to: "buy@client.example" });
  expect(body.email.subject).toContain("Zahlungserinnerung");
  expect(body.email.text).toContain(body.printed.introduction[1]);
  expect((await call("GET", `/invoices/${id}/reminder/pdf`)).body).toBe("level 1");
});

test("sends it once with its PDF file, and keeps it with its day and level", async () => {
  const { id, call, remind, sent, clock } = await openPanel();
  const by = randomUUID();
  const answers = await Promise.all([remind(FIRST, by), remind(FIRST, by)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(sent).toHaveLength(1);
  const decoder = new TextDecoder();
  expect(sent[0]!.attachments.map(({ content }) => decoder.decode(content))).toEqual(["level 1", "invoice"]);
  const { body } = await call("GET", `/invoices/${id}`);
  expect(body.sendings).toMatchObject([{ channel: "email", reminder: { level: 1, on: "2026-12-05", total: 238 } }]);
  expect(body.history.at(-1)).toMatchObject({ kind: "reminded", on: "2026-12-05", amount: 238 });
  clock.set("2026-12-20T12:00:00.000Z");
  expect((await call("GET", `/invoices/${id}/reminder`)).body).toMatchObject({ previous: 1, reminder: { level: 2 } });
});

test("does not send what differs from what the page showed, nor a second one at the same time", async () => {
  const { acme, clock, id, remind, sent } = await openPanel();
  const both = await Promise.all([remind(FIRST), remind(FIRST)]);
  expect(both.map(({ status }) => status)).toEqual([200, 409]);
  await acme.recordPayment(id, { amount: 38, paidOn: "2026-12-05" });
  expect(await remind({ ...FIRST, previous: 1 })).toMatchObject({ status: 409, body: { code: "reminder_changed" } });
  clock.set("2026-12-06T12:00:00.000Z");
  expect(await remind({ ...FIRST, total: 200, previous: 1 }), "of yesterday").toMatchObject({ status: 409 });
  expect((await remind({ on: "2026-12-06", level: 1, total: 200, previous: 1 })).status).toBe(200);
  expect(sent).toHaveLength(2);
});

test("never reminds of what is not due", async () => {
  const { acme, id, call, remind, sent } = await openPanel();
  await acme.recordPayment(id, { amount: 238, paidOn: "2026-12-05" });
  const refused = { status: 409, body: { code: "reminder_not_due" } };
  expect(await call("GET", `/invoices/${id}/reminder`)).toMatchObject(refused);
  expect(await call("GET", `/invoices/${id}/reminder/pdf`)).toMatchObject(refused);
  expect(await remind(FIRST)).toMatchObject(refused);
  expect(sent).toEqual([]);
});

test("keeps one that was sent by post, and claims by the rates of the settings", async () => {
  const { id, call, clock } = await openPanel();
  const baseRates = [{ on: "2026-07-01", percent: 1 }];
  expect((await call("PUT", "/settings/late-payment", { baseRates, isLawChecked: false })).status).toBe(200);
  const { body: settings } = await call("GET", "/settings");
  expect(settings).toMatchObject({ latePayment: { baseRates }, latePaymentLaw: { law: "BGB § 288" } });
  const post = { id: randomUUID(), to: "by post", shown: FIRST };
  expect((await call("POST", `/invoices/${id}/reminders`, post)).body).toMatchObject([{ channel: "other" }]);
  clock.set("2026-12-20T12:00:00.000Z");
  const { body } = await call("GET", `/invoices/${id}/reminder`);
  // 20 days at 10 %: 238 * 0.1 * 20 / 365 = 1.304
  expect(body.reminder).toMatchObject({ level: 2, interest: { amount: 1.3 }, fee: { amount: 40 }, total: 279.3 });
});

test("what is overdue is what was to be paid by now, without retentions of later days", async () => {
  const { acme, call, clock } = await openPanel();
  const retentions = [{ reason: "Warranty", amount: 38, dueOn: "2027-06-30" }];
  clock.set("2026-11-20T12:00:00.000Z");
  await acme.issue(order({ dueDate: "2026-11-30", retentions }));
  clock.set("2026-12-05T12:00:00.000Z");
  const { body } = await call("GET", "/open-sums");
  expect(body.open.sums).toEqual([{ currency: "EUR", amount: 476 }]);
  expect(body.overdue).toMatchObject({ count: 2, sums: [{ currency: "EUR", amount: 438 }] });
});
