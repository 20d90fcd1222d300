import { randomUUID } from "node:crypto";
import { apiKeys, type CompanyProfile, createInvoicing, type VatNumberVerdict } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { seedClients } from "../../docs/examples/demo-clients.ts";
import { DEMO_SESSION } from "../../docs/examples/demo-companies.ts";
import { renderDocument } from "../../docs/examples/render-pdf.ts";
import { clientsIn } from "../../src/panel/server/records/clients.ts";
import { png } from "../pdf/images.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

interface PanelChanges {
  readonly verdict?: VatNumberVerdict;
  readonly file?: string;
  readonly hasKeys?: boolean;
}

/** The panel of two companies, with its data in the file of their invoices. */
async function openPanel({ verdict, file = freshFile(), hasKeys = true }: PanelChanges = {}) {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const store = await openSqliteStore(file);
  const tables = panelTables(store);
  const asked: object[] = [];
  const verify = async (inquiry: object) => {
    asked.push(inquiry);
    return verdict!;
  };
  const invoicing = createInvoicing({ store, clock, ...(verdict && { verifier: { verify } }) });
  for (const id of ["acme", "other"]) await invoicing.company(id).saveProfile(germanProfile());
  const keys = apiKeys(store, { clock });
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme", "other"], actor: "tester", can: ALL_RIGHTS }),
    hostNames: ["panel.test"],
    render: renderDocument,
    tables,
    ...(hasKeys && { apiKeys: keys }),
  });
  const ask = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, type = "application/json") => {
    const headers = { "Content-Type": type };
    const url = `http://panel.test/panel/acme/calls${path}`;
    return panel(new Request(url, { method, headers, ...(body !== undefined && { body }) }));
  };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await ask(method, path, body && JSON.stringify(body));
    return { status: answer.status, body: await answer.json() };
  };
  const close = async () => {
    await keys.close();
    await invoicing.close();
  };
  return { ask, call, close, clock, keys, asked, clients: clientsIn(tables), company: invoicing.company("acme") };
}

describe("the settings", () => {
  test("replace the profile, and a save over another one is refused", async () => {
    const { call, company, close } = await openPanel();
    const { body: shown } = await call("GET", "/settings");
    const save = (changes: Partial<CompanyProfile>, replaces: string = shown.revision) =>
      call("PUT", "/settings", { profile: { ...shown.profile, ...changes }, replaces });
    const first = await save({ tradingName: "First" });
    expect([first.status, first.body.profile.tradingName]).toEqual([200, "First"]);
    expect(await save({ tradingName: "Second" })).toMatchObject({ status: 409, body: { code: "profile_changed" } });
    expect((await save({ tradingName: "First" })).status).toBe(200); // its first response may have been lost
    expect((await company.profile()).tradingName).toBe("First");
    expect((await save({ tradingName: "Second" }, first.body.revision)).status).toBe(200);
    expect((await company.profile()).tradingName).toBe("Second");
    await close();
  });

  test("of two tabs at once are those of one", async () => {
    const { call, close } = await openPanel();
    const { body: shown } = await call("GET", "/settings");
    const answers = await Promise.all(
      ["First", "Second", "Third"].map((tradingName) =>
        call("PUT", "/settings", { profile: { ...shown.profile, tradingName }, replaces: shown.revision }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await close();
  });

  test("that are invalid are refused at their fields", async () => {
    const { call, close } = await openPanel();
    const { body: shown } = await call("GET", "/settings");
    const profile = { ...shown.profile, iban: "DE00", contact: { name: "" } };
    const { status, body } = await call("PUT", "/settings", { profile, replaces: shown.revision });
    expect([status, body.code]).toEqual([422, "request_invalid"]);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(["/contact/name", "/iban"]);
    await close();
  });

  test("say what the next invoice and credit note will be called", async () => {
    const { call, company, clock, close } = await openPanel();
    const series = async () => {
      const { invoices, creditNotes } = (await call("GET", "/settings")).body;
      return [invoices, creditNotes];
    };
    expect(await series()).toEqual([
      { last: null, next: "INV-202611-0001" },
      { last: null, next: "INV-CN-202611-0001" },
    ]);
    const { id } = await company.issue(order());
    await company.credit(id, { reason: "Returned" });
    clock.set("2026-12-31T23:30:00.000Z");
    await company.saveProfile({ ...(await company.profile()), timeZone: "Europe/Berlin" });
    expect(await series()).toEqual([
      { last: "INV-202611-0001", next: "INV-202701-0002" },
      { last: "INV-CN-202611-0001", next: "INV-CN-202701-0002" },
    ]);
    await close();
  });
});

describe("API keys", () => {
  const CREATE = { name: "Web shop", scopes: ["read:invoices"], expiresAt: "" };

  test("are created, work, are listed without themselves, and are revoked", async () => {
    const { call, keys, close } = await openPanel();
    const created = await call("POST", "/settings/api-keys", CREATE);
    expect(created.status).toBe(201);
    const { id, apiKey } = created.body;
    expect(await keys.authenticate(apiKey)).toMatchObject({ companyId: "acme", scopes: ["read:invoices"] });
    const { body: shown } = await call("GET", "/settings");
    expect(shown.apiKeys).toMatchObject([{ id, name: "Web shop", lastUsedAt: "2026-11-20T12:00:00.000Z" }]);
    expect(JSON.stringify(shown)).not.toContain(apiKey);
    const revoked = await call("DELETE", `/settings/api-keys/${id}`);
    expect(revoked.body).toMatchObject({ id, revokedAt: "2026-11-20T12:00:00.000Z" });
    expect(await keys.authenticate(apiKey)).toBe(null);
    await close();
  });

  test.each([
    ["no name", { ...CREATE, name: " " }, 422, "api_key_name_required"],
    ["no scope", { ...CREATE, scopes: [] }, 422, "api_key_scopes_required"],
    ["a scope that the panel does not know", { ...CREATE, scopes: ["admin"] }, 400, "request_invalid"],
    ["an end in the past", { ...CREATE, expiresAt: "2026-11-19T00:00:00Z" }, 422, "request_invalid"],
  ])("are not created with %s", async (_, body, status, code) => {
    const { call, keys, close } = await openPanel();
    expect(await call("POST", "/settings/api-keys", body)).toMatchObject({ status, body: { code } });
    expect(await keys.list("acme")).toEqual([]);
    await close();
  });

  test("of another company cannot be revoked", async () => {
    const { call, keys, close } = await openPanel();
    const { id, apiKey } = await keys.create("other", { scopes: ["read:invoices"] });
    expect((await call("DELETE", `/settings/api-keys/${id}`)).status).toBe(404);
    expect(await keys.authenticate(apiKey)).toMatchObject({ companyId: "other" });
    await close();
  });

  test("have no page if the host keeps them elsewhere", async () => {
    const { call, ask, close } = await openPanel({ hasKeys: false });
    expect((await call("GET", "/settings")).body.apiKeys).toBe(null);
    expect((await ask("POST", "/settings/api-keys", JSON.stringify(CREATE))).status).toBe(404);
    await close();
  });
});

describe("the logo", () => {
  const LOGO = new Uint8Array(png());

  test("is kept, served, drawn on PDF files, and removed", async () => {
    const { ask, call, company, close } = await openPanel();
    const { id } = await company.issue(order());
    const pdf = async () => (await (await ask("GET", `/invoices/${id}/files/pdf`)).arrayBuffer()).byteLength;
    const without = await pdf();
    expect((await ask("GET", "/settings/logo")).status).toBe(404);
    expect((await ask("PUT", "/settings/logo", LOGO, "image/png")).status).toBe(200);
    const served = await ask("GET", "/settings/logo");
    expect([served.headers.get("Content-Type"), new Uint8Array(await served.arrayBuffer())]).toEqual([
      "image/png",
      LOGO,
    ]);
    expect((await call("GET", "/settings")).body.logoSavedAt).toBe("2026-11-20T12:00:00.000Z");
    expect(await pdf()).toBeGreaterThan(without);
    expect((await company.list()).total).toBe(1);
    await call("DELETE", "/settings/logo");
    expect(await pdf()).toBe(without);
    await close();
  });

  test("of the day of issue is on an invoice, also after it was changed or removed", async () => {
    const { ask, company, clock, close } = await openPanel();
    const OTHER = new Uint8Array(png({ width: 9 }));
    const early = await company.issue(order());
    clock.set("2026-11-21T12:00:00.000Z");
    const first = await company.issue(order());
    await ask("PUT", "/settings/logo", LOGO, "image/png");
    clock.set("2026-11-22T12:00:00.000Z");
    await ask("PUT", "/settings/logo", LOGO, "image/png");
    await ask("PUT", "/settings/logo", OTHER, "image/png");
    const second = await company.issue(order());
    const note = await company.credit(first.id, { reason: "Rückgabe" });
    clock.set("2026-11-23T12:00:00.000Z");
    await ask("DELETE", "/settings/logo");
    const third = await company.issue(order());
    expect((await ask("GET", "/settings/logo")).status).toBe(404);
    const expected = [
      [early, undefined],
      [await company.get(first.id), LOGO],
      [second, OTHER],
      [third, undefined],
    ] as const;
    for (const [invoice, logo] of expected) {
      const shown = await (await ask("GET", `/invoices/${invoice.id}/files/pdf`)).arrayBuffer();
      expect(Buffer.compare(Buffer.from(shown), await renderDocument(invoice, { logo }))).toBe(0);
    }
    const shown = await (await ask("GET", `/credit-notes/${note.id}/files/pdf`)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(shown), await renderDocument(note, { logo: OTHER }))).toBe(0);
    await close();
  });

  test.each([
    ["a drawing", "image/svg+xml", new TextEncoder().encode("<svg/>"), "logo_type"],
    ["another type than it says", "image/jpeg", LOGO, "logo_type"],
    ["too large", "image/png", new Uint8Array([...LOGO, ...new Uint8Array(512 * 1024)]), "logo_size"],
    ["damaged", "image/png", LOGO.slice(0, 60), "logo_unusable"],
  ])("is refused: %s", async (_, type, bytes, code) => {
    const { ask, close } = await openPanel();
    const answer = await ask("PUT", "/settings/logo", bytes as Uint8Array<ArrayBuffer>, type);
    expect([answer.status, (await answer.json()).code]).toEqual([422, code]);
    expect((await ask("GET", "/settings/logo")).status).toBe(404);
    await close();
  });
});

describe("a saved client", () => {
  const fieldsOf = (name: string, more: object = {}) => ({ "/clientName": name, "/clientCountry": "DE", ...more });

  test("is kept as it was typed, found by parts of it, and deleted", async () => {
    const file = freshFile();
    const first = await openPanel({ file });
    const save = (fields: object, id: string = randomUUID()) =>
      first.call("PUT", `/clients/${id}`, { revision: randomUUID(), replaces: [""], fields, vatCheck: null });
    const { body: mueller } = await save(
      fieldsOf("Müller & Söhne", { "/clientAddress/city": "Bad Tölz", "/clientVatNumber": "DE 999 999 026" }),
    );
    await save(fieldsOf("Zander", { "/clientNumber": "K-7", "/clientAddress/city": "Mülheim" }));
    await save(fieldsOf("Åkerström"));
    await first.close();

    const { call, clients, close } = await openPanel({ file });
    const found = async (search: string) =>
      (await call("GET", `/clients?${new URLSearchParams({ search })}`)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found("")).toEqual(["Åkerström", "Müller & Söhne", "Zander"]);
    expect(await found("mu")).toEqual(["Müller & Söhne", "Zander"]);
    expect(await found("MÜL zan")).toEqual(["Zander"]);
    expect(await found("bad tolz")).toEqual(["Müller & Söhne"]);
    expect(await found("DE999999026")).toEqual(["Müller & Söhne"]);
    expect(await found("de 999 026")).toEqual(["Müller & Söhne"]);
    expect(await found("k-7")).toEqual(["Zander"]);
    expect(await found("%")).toEqual([]);
    expect((await call("GET", `/clients/${mueller.id}`)).body).toEqual(mueller);
    expect((await clients.list("other", { search: "", page: 1, limit: 20 })).total).toBe(0);
    expect((await call("GET", "/clients?page=2&limit=2")).body).toMatchObject({ total: 3, data: [{ name: "Zander" }] });
    await call("DELETE", `/clients/${mueller.id}`);
    expect((await call("GET", `/clients/${mueller.id}`)).status).toBe(404);
    await close();
  });

  test("is saved only over a revision that the page knows, and with a name", async () => {
    const { call, close } = await openPanel();
    const id = randomUUID();
    const save = (replaces: readonly string[], name = "Kundin") =>
      call("PUT", `/clients/${id}`, { revision: randomUUID(), replaces, fields: fieldsOf(name), vatCheck: null });
    expect(await save([""], " ")).toMatchObject({ status: 422, body: { errors: [{ pointer: "/clientName" }] } });
    const first = await save([""]);
    expect([first.status, (await save([""])).status]).toEqual([200, 409]);
    expect((await save([first.body.revision], "Kundin AG")).status).toBe(200);
    expect(await save([first.body.revision])).toMatchObject({ status: 409, body: { code: "client_changed" } });
    expect((await call("GET", `/clients/${id}`)).body.fields["/clientName"]).toBe("Kundin AG");
    await close();
  });

  test("is there from the first start of the demo on, and stays deleted", async () => {
    const store = memoryStore();
    const tables = panelTables(store);
    const clients = clientsIn(tables);
    const panel = createPanel(createInvoicing({ store }), { authenticate: () => DEMO_SESSION, tables });
    const names = async () =>
      (await clients.list("firma", { search: "", page: 1, limit: 20 })).data.map(({ name }) => name);
    await seedClients(panel);
    const all = await names();
    expect(all).toContain("Exemple SARL");
    const found = await clients.list("firma", { search: "exemple", page: 1, limit: 1 });
    await clients.remove("firma", found.data[0]!.id);
    await seedClients(panel);
    expect(await names()).toEqual(all.filter((name) => name !== "Exemple SARL"));
  });
});

describe("a check of a VAT number", () => {
  const valid: VatNumberVerdict = { status: "valid", consultationNumber: "WAPI-1" };

  test.each([
    ["DE 999 999 026", "DE", valid, { vatNumber: "DE999999026", status: "valid", consultationNumber: "WAPI-1" }],
    ["999999026", "DE", { status: "invalid", consultationNumber: undefined }, { status: "invalid" }],
    ["DE999999026", "DE", { status: "unavailable", detail: "VIES: HTTP 503" }, { status: "unavailable" }],
    ["DE999999026", "DE", undefined, { status: "unasked", vatNumber: "DE999999026" }],
    ["DE999999027", "DE", valid, { status: "malformed" }],
    [" DE1 ", "DE", valid, { status: "malformed", vatNumber: "DE1" }],
    ["CHE-123.456.788", "CH", valid, { status: "foreign" }],
  ] as const)("of %s in %s says what the register says", async (vatNumber, country, verdict, expected) => {
    const { call, asked, close } = await openPanel(verdict === undefined ? {} : { verdict });
    const { status, body } = await call("POST", "/vat-checks", { vatNumber, country });
    expect(status).toBe(200);
    expect(body).toMatchObject({ checkedAt: "2026-11-20T12:00:00.000Z", ...expected });
    const isAsked = ["valid", "invalid", "unavailable"].includes(body.status);
    expect(asked).toEqual(isAsked ? [{ prefix: "DE", number: "999999026", requester: "DE136695976" }] : []);
    await close();
  });
});
