import { randomUUID } from "node:crypto";
import { createInvoicing, type PanelTables } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect, test, vi } from "vitest";
import type { ClientList, SavedClient } from "../../src/panel/wire.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

/** The panel of one company, on 20 November 2026. */
async function openPanel(changes: Partial<PanelTables> = {}) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00.000Z") });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
    tables: { ...panelTables(store), ...changes },
  });
  const ask = (path: string, body?: object, method = body === undefined ? "GET" : "POST") => {
    const headers = { "Content-Type": "application/json" };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return panel(new Request(`http://panel.test/panel/acme/calls${path}`, sent));
  };
  const json = async <Answer>(path: string, body?: object): Promise<Answer> => (await ask(path, body)).json();
  const issue = async (client: object, draftId = randomUUID()) => {
    const sale = { ...order(), supplyDate: "2026-11-20", ...client };
    const preview = await company.preview(sale);
    const accepted = preview.warnings.map(({ detail }) => detail);
    return ask("/invoices", { order: sale, shown: preview, accepted, draftId });
  };
  const clients = async () => {
    const { data } = await json<ClientList>("/clients");
    return Promise.all(data.map(({ id }) => json<SavedClient>(`/clients/${id}`)));
  };
  return { ask, json, issue, clients, company };
}

const KUNDIN = {
  clientName: "Kundin AG",
  clientCountry: "DE",
  clientVatNumber: "DE999999026",
  isCompany: true,
  clientAddress: { line1: "Domstr. 1", postalCode: "50667", city: "Köln" },
  clientContact: { name: "Kim" },
  supply: "services",
  paymentTerms: "In advance",
};

test("the client of an issued invoice is saved with what later invoices need, without the terms of that one", async () => {
  const { issue, clients } = await openPanel();
  expect((await issue(KUNDIN)).status).toBe(201);
  const [saved, ...others] = await clients();
  expect(others).toEqual([]);
  expect(saved).toMatchObject({ vatCheck: null, savedAt: "2026-11-20T12:00:00.000Z" });
  expect(saved!.fields).toEqual({
    "/clientName": "Kundin AG",
    "/clientCountry": "DE",
    "/clientVatNumber": "DE999999026",
    "/isCompany": "yes",
    "/clientAddress/line1": "Domstr. 1",
    "/clientAddress/postalCode": "50667",
    "/clientAddress/city": "Köln",
    "/clientContact/name": "Kim",
    "/supply": "services",
  });
});

test.each([
  ["the same VAT number, written differently", { clientName: "KUNDIN", clientVatNumber: "de 999 999 026" }, 1],
  ["another VAT number", { clientVatNumber: "DE999999018" }, 2],
  ["the same name and address without a VAT number", { clientName: "kündin ag", clientVatNumber: undefined }, 1],
  ["the same name elsewhere", { clientVatNumber: undefined, clientAddress: { postalCode: "10115" } }, 2],
  ["another name", { clientName: "Kunde AG", clientVatNumber: undefined }, 2],
])("a client with %s: %o makes %i, and the first one stays as it is", async (_, changes, count) => {
  const { issue, clients } = await openPanel();
  await issue({ ...KUNDIN, clientName: "Kündin AG" });
  const [before] = await clients();
  expect((await issue({ ...KUNDIN, ...changes })).status).toBe(201);
  const after = await clients();
  expect(after).toHaveLength(count);
  expect(after).toContainEqual(before);
});

test("invoices for one new client that are issued at once, or sent again, save it once", async () => {
  const { issue, clients } = await openPanel();
  const draftId = randomUUID();
  const answers = await Promise.all([issue(KUNDIN, draftId), issue(KUNDIN, draftId), issue(KUNDIN), issue(KUNDIN)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await clients()).toHaveLength(1);
});

test("an invoice is issued although its client cannot be saved", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new Error("the disk is full");
  const { issue, company } = await openPanel({ save: () => Promise.reject(failure) });
  expect((await issue(KUNDIN)).status).toBe(201);
  expect((await company.list()).total).toBe(1);
  expect(logged.mock.calls).toEqual([[failure]]);
  logged.mockRestore();
});
