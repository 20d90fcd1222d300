import { randomUUID } from "node:crypto";
import { createInvoicing, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshSchema, pool } from "../support/postgres.ts";
import { freshFile, SQLITE_DRIVERS } from "../support/stores.ts";

const STORES: readonly { readonly name: string; readonly open: () => Promise<InvoicingStore> }[] = [
  { name: "memory", open: async () => memoryStore() },
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    name: `SQLite on ${name}`,
    open: async () => {
      const path = freshFile();
      return sqliteStore(() => connect(path));
    },
  })),
  {
    name: "PostgreSQL",
    open: async () => {
      const schema = await freshSchema();
      await migratePostgres(pool, { schema, panel: true });
      return postgresStore(pool, { schema });
    },
  },
];

const SHOWN = { vatTreatment: "domestic", subtotal: 200, taxTotal: 38, total: 238 };

const TOTAL = { amount: 238, currency: "EUR" };

/** The first bytes of a PNG image, which is all that is looked at before it is drawn. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);

describe.each(STORES)("the panel on $name", ({ open }) => {
  /** The panel of one company. PDF files are the bytes of their logo. */
  async function openPanel() {
    const store = await open();
    const invoicing = createInvoicing({ store });
    await invoicing.company("acme").saveProfile(germanProfile());
    const panel = createPanel(invoicing, {
      authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
      tables: panelTables(store),
      render: (_, { logo }) => logo ?? new Uint8Array(1),
    });
    const send = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, type = "application/json") => {
      const headers = { "Content-Type": type };
      return panel(
        new Request(`http://panel.test/panel/acme/calls${path}`, { method, headers, ...(body && { body }) }),
      );
    };
    const call = async (method: string, path: string, body?: object) => {
      const answer = await send(method, path, body && JSON.stringify(body));
      return { status: answer.status, body: await answer.json() };
    };
    return { invoicing, send, call };
  }

  test("keeps drafts until they are issued, and refuses a save over another tab's", async () => {
    const { invoicing, call } = await openPanel();
    const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    const save = (revision: string, replaces: string, text = "Kundin \ud83e\uddfe \u0000") =>
      call("PUT", `/drafts/${id}`, {
        revision,
        replaces: [replaces],
        fields: { "/clientName": text, "/supplyDate": "2026-12-01" },
        total: TOTAL,
      });
    expect((await save(first, "")).status).toBe(200);
    expect((await save(first, "")).status, "repeated after a lost answer").toBe(200);
    expect((await save(second, first, "Kundin")).status).toBe(200);
    expect(await save(randomUUID(), first)).toMatchObject({ status: 409, body: { code: "draft_changed" } });
    expect((await call("GET", `/drafts/${id}`)).body).toMatchObject({ id, revision: second, total: TOTAL });
    const entry = { id, clientName: "Kundin", supplyDate: "2026-12-01", total: TOTAL };
    expect((await call("GET", "/drafts")).body).toMatchObject([entry]);
    const sale = { ...order(), supplyDate: new Date().toISOString().slice(0, 10) };
    const issued = await call("POST", "/invoices", { order: sale, shown: SHOWN, accepted: [], draftId: id });
    expect(issued).toMatchObject({ status: 201, body: { total: 238 } });
    expect((await call("GET", "/drafts")).body).toEqual([]);
    expect(await call("GET", `/drafts/${id}`)).toMatchObject({ status: 409, body: { code: "draft_issued" } });
    await invoicing.close();
  });

  test("finds clients by words of their name, city and numbers, those that begin with the search first", async () => {
    const { invoicing, call } = await openPanel();
    const clients = [
      { "/clientName": "Bäckerei Große", "/clientAddress/city": "Köln", "/clientVatNumber": "DE 136 695 976" },
      { "/clientName": "Große & Söhne", "/clientNumber": "10 004" },
      { "/clientName": "Ärzte GmbH \u0000\ud800", "/clientAddress/city": "Grossenhain" },
    ];
    for (const fields of clients) {
      const client = { revision: randomUUID(), replaces: [""], fields, vatCheck: null };
      expect((await call("PUT", `/clients/${randomUUID()}`, client)).status).toBe(200);
    }
    const found = async (search: string) => {
      const { body } = await call("GET", `/clients?${new URLSearchParams({ search })}`);
      return body.data.map(({ name }: { name: string }) => clients.findIndex((one) => one["/clientName"] === name));
    };
    expect(await found("")).toEqual([2, 0, 1]);
    expect(await found("GROSSE")).toEqual([1, 2, 0]);
    expect(await found("große köln")).toEqual([0]);
    expect(await found("de136695976")).toEqual([0]);
    expect(await found("10004")).toEqual([1]);
    expect(await found("%")).toEqual([]);
    expect((await call("GET", "/clients?page=2&limit=2")).body).toMatchObject({ total: 3, page: 2, data: [{}] });
    await invoicing.close();
  });

  test("begins with what is open, issued and to decide, and keeps the VAT of a period until the books change", async () => {
    const { invoicing, call } = await openPanel();
    const company = invoicing.company("acme");
    await company.issue(order());
    const sum = { count: 1, isWhole: true };
    const client = { "/clientName": "Kundin", "/clientCountry": "AT", "/clientVatNumber": "ATU13585627" };
    const [id, revision] = [randomUUID(), randomUUID()];
    const save = (revision: string, replaces: string, vatCheck: object | null) =>
      call("PUT", `/clients/${id}`, { revision, replaces: [replaces], fields: client, vatCheck });
    await save(revision, "", null);
    await call("PUT", `/drafts/${randomUUID()}`, { revision, replaces: [""], fields: client, total: TOTAL });
    expect((await call("GET", "/start")).body).toMatchObject({
      open: { ...sum, sums: [{ currency: "EUR", amount: 238 }] },
      overdue: { count: 0, isWhole: true, sums: [] },
      issued: { ...sum, sums: [{ currency: "EUR", amount: 200 }] },
      drafts: { total: 1, data: [{ clientName: "Kundin", total: TOTAL }] },
      unchecked: { total: 1, data: [{ id, name: "Kundin" }] },
    });
    const check = { vatNumber: "ATU13585627", checkedAt: new Date().toISOString(), consultationNumber: "" };
    await save(randomUUID(), revision, { ...check, status: "valid" });
    expect((await call("GET", "/start")).body.unchecked).toEqual({ total: 0, data: [] });
    const year = new Date().getUTCFullYear();
    const vat = async (more = "") =>
      (await call("GET", `/start/vat?from=${year - 1}-12-01&to=${year + 1}-01-31${more}`)).body;
    const first = await vat();
    expect(first).toMatchObject({ domestic: [{ currency: "EUR", amount: 38 }], oss: [], unplaced: 0 });
    expect((await vat()).computedAt, "kept").toBe(first.computedAt);
    expect((await vat("&again")).computedAt).not.toBe(first.computedAt);
    await company.issue(order());
    expect((await vat()).domestic).toEqual([{ currency: "EUR", amount: 76 }]);
    expect(await call("GET", "/start/vat?from=x&to=y")).toMatchObject({ status: 422 });
    await invoicing.close();
  });

  test("draws a logo that is saved and removed on the same day, and keeps the last audit", async () => {
    const { invoicing, send, call } = await openPanel();
    const { id } = await invoicing.company("acme").issue(order());
    const pdf = async () => new Uint8Array(await (await send("GET", `/invoices/${id}/files/pdf`)).arrayBuffer());
    expect(await pdf()).toEqual(new Uint8Array(1));
    expect((await send("PUT", "/settings/logo", PNG, "image/png")).status).toBe(200);
    expect(await pdf()).toEqual(PNG);
    expect(new Uint8Array(await (await send("GET", "/settings/logo")).arrayBuffer())).toEqual(PNG);
    expect((await send("DELETE", "/settings/logo")).status).toBe(200);
    expect(await pdf()).toEqual(new Uint8Array(1));
    let status: { last: object | null };
    // A call waits for the audit that is running, but not for ever.
    do status = (await call("POST", "/audit", {})).body;
    while (status.last === null);
    expect(status.last).toMatchObject({ invoices: 1, findings: [] });
    await invoicing.close();
  });
});
