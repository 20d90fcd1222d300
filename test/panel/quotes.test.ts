import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInvoicing, type QuotedInvoice } from "faktura";
import { createPanel, type PanelEmail, panelTables } from "faktura/panel";
import { printedContent, renderPdf } from "faktura/pdf";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { PANEL_STORES } from "../support/panel-stores.ts";

const { resolve } = createRequire(import.meta.url);
const fonts = {
  regular: readFileSync(resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf")),
  bold: readFileSync(resolve("@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf")),
};

const SALE = order({ clientCountry: "DE", clientLanguage: "de", supplyDate: "2026-11-30", dueDate: "2026-12-14" });

describe.each(PANEL_STORES)("quotes on $name", ({ open }) => {
  test("have numbers of their own, are sent as what they are, and become one draft", async () => {
    const store = await open();
    const clock = new TestClock("2026-11-30T12:00:00.000Z");
    const invoicing = createInvoicing({ store, clock });
    await invoicing.company("acme").saveProfile({ ...germanProfile(), iban: "DE02120300000000202051" });
    const [sent, rendered]: [PanelEmail[], QuotedInvoice[]] = [[], []];
    const panel = createPanel(invoicing, {
      authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
      tables: panelTables(store),
      send: (email) => void sent.push(email),
      render: (document) => {
        rendered.push(document as QuotedInvoice);
        return new Uint8Array(1);
      },
    });
    const call = async (method: string, path: string, body?: object) => {
      const init = {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      };
      const answer = await panel(new Request(`http://panel.test/panel/acme/calls${path}`, init));
      return { status: answer.status, body: await answer.json() };
    };
    const keep = async (id: string, replaces: string, changes: object = {}) => {
      const revision = randomUUID();
      const quote = { order: SALE, fields: { "/clientName": "Kundin" }, validUntil: "2026-12-31", revision };
      return { revision, ...(await call("PUT", `/quotes/${id}`, { ...quote, replaces: [replaces], ...changes })) };
    };
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const kept = await Promise.all(ids.map((id) => keep(id, "")));
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await keep(randomUUID(), "", { validUntil: "2026-11-29" })).status, "a last day that is over").toBe(422);
    const [id] = ids as [string];
    const listed = async () => (await call("GET", "/quotes")).body.data;
    const numbers = (await listed()).map(({ number }: { number: string }) => number);
    expect(numbers).toEqual(["Q-2026-0003", "Q-2026-0002", "Q-2026-0001"]);
    const { number, printed } = (await call("GET", `/quotes/${id}`)).body;
    expect((await keep(id, kept[0]!.revision, { validUntil: "2026-12-15" })).status).toBe(200);
    expect((await call("GET", `/quotes/${id}`)).body, "a change keeps the number").toMatchObject({ number });

    expect(printed).toMatchObject({ title: "Angebot", number });
    const text = JSON.stringify(printed).replace(printed.notes[0], "");
    expect(printed.notes[0]).toContain("keine Rechnung");
    expect(text, "nothing that makes an invoice").not.toMatch(/Rechnung|Leistungsdatum|DE02|14\.12\.2026/);
    expect(printed.payment).toBeUndefined();

    const email = (await call("GET", `/quotes/${id}/email`)).body;
    expect(email.subject).toContain(`Angebot ${number}`);
    const posted = await call("POST", `/quotes/${id}/emails`, {
      ...email,
      id: randomUUID(),
      to: "k@example.com",
      files: ["pdf"],
    });
    expect(posted.body).toMatchObject([{ channel: "email", to: "k@example.com" }]);
    expect(sent[0]!.attachments.map(({ filename }) => filename)).toEqual([`${number}.pdf`]);
    expect(rendered[0]!.quote).toEqual({ number, on: "2026-11-30", validUntil: "2026-12-15" });

    const accepted = await Promise.all([1, 2].map(() => call("POST", `/quotes/${id}/draft`, {})));
    expect(new Set(accepted.map(({ body }) => body.draftId)).size).toBe(1);
    expect((await call("GET", "/drafts")).body).toMatchObject({ total: 1, data: [{ id: accepted[0]!.body.draftId }] });
    expect((await keep(id, "", {})).status, "an accepted quote stays as it is").toBe(409);
    clock.set("2027-01-01T12:00:00.000Z");
    const states = (await listed()).map(({ state }: { state: string }) => state).sort();
    expect(states).toEqual(["accepted", "expired", "expired"]);
    const last = randomUUID();
    await keep(last, "", { validUntil: "2027-01-31" });
    expect((await listed())[0].number).toBe("Q-2027-0001");
    for (const each of [id, last, last]) expect((await call("DELETE", `/quotes/${each}`)).status).toBe(200);
    expect((await call("GET", `/quotes/${id}`)).status).toBe(404);
    expect((await call("GET", "/drafts")).body, "the draft of a deleted quote stays").toMatchObject({ total: 1 });
    await keep(randomUUID(), "", { validUntil: "2027-01-31" });
    expect((await listed())[0].number, "no number is used again").toBe("Q-2027-0002");
    await invoicing.close();
  });
});

test("a quote is printed without a code, an XML or a way to pay, in each language", async () => {
  const invoicing = createInvoicing({ store: await PANEL_STORES[0]!.open() });
  const acme = invoicing.company("acme");
  await acme.saveProfile({ ...germanProfile(), iban: "DE02120300000000202051" });
  const preview = await acme.preview(SALE);
  const quoted = { ...preview, quote: { number: "Q-2026-0001", on: "2026-11-30", validUntil: "2026-12-31" } };
  const titles = ["en", "de", "fr", "pl"].map(async (language) => (await printedContent(quoted, { language })).title);
  expect(await Promise.all(titles)).toEqual(["Quote", "Angebot", "Devis", "Quote"]);
  expect((await printedContent(quoted)).paymentCode).toBeUndefined();
  const codes = [{ url: "https://example.com/code", label: "Code" }];
  const pdf = Buffer.from(await renderPdf(quoted, { fonts, attach: "factur-x", codes })).toString("latin1");
  expect(pdf).not.toContain("factur-x.xml");
});
