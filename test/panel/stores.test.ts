import { randomUUID } from "node:crypto";
import { createInvoicing } from "faktura";
import { en16931 } from "faktura/einvoice";
import { createPanel, type PanelEmail, panelTables } from "faktura/panel";
import { describe, expect, test } from "vitest";
import type { ClientEntry } from "../../src/panel/wire.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { PANEL_STORES } from "../support/panel-stores.ts";

const SHOWN = { vatTreatment: "domestic", subtotal: 200, taxTotal: 38, total: 238 };

const TOTAL = { amount: 238, currency: "EUR" };

/** The first bytes of a PNG image, which is all that is looked at before it is drawn. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);

describe.each(PANEL_STORES)("the panel on $name", ({ open }) => {
  /** The panel of one company. PDF files are the bytes of their logo. */
  async function openPanel() {
    const store = await open();
    const clock = new TestClock(new Date().toISOString());
    const invoicing = createInvoicing({ store, clock, formats: [en16931] });
    const sent: PanelEmail[] = [];
    await invoicing.company("acme").saveProfile(germanProfile());
    const panel = createPanel(invoicing, {
      authenticate: () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS }),
      tables: panelTables(store),
      render: (_, { logo }) => logo ?? new Uint8Array(1),
      send: (email) => void sent.push(email),
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
    return { invoicing, send, call, sent, clock };
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
    expect((await call("GET", "/drafts")).body.data).toMatchObject([entry]);
    const sale = { ...order(), supplyDate: new Date().toISOString().slice(0, 10) };
    const issued = await call("POST", "/invoices", { order: sale, shown: SHOWN, accepted: [], draftId: id });
    expect(issued).toMatchObject({ status: 201, body: { total: 238 } });
    expect((await call("GET", "/drafts")).body.data).toEqual([]);
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

  test("imports clients of a file at once, updates those that it knows, and nothing of a file with a fault", async () => {
    const { invoicing, call } = await openPanel();
    const load = (rows: readonly string[], known = "update") =>
      call("POST", "/clients/import", { text: ["Name,Country,City", ...rows].join("\n"), known, isPreview: false });
    const cities = async () =>
      ((await call("GET", "/clients")).body.data as ClientEntry[]).map(({ name, city }) => `${name} ${city}`);
    expect((await load(["Kundin,DE,Köln", "Kunde,FR,Lyon"])).status).toBe(200);
    expect((await load(["Kundin,DE,Bonn", "Neue,AT,Wien", "Fehler,XX,"])).status).not.toBe(500);
    expect(await cities()).toEqual(["Kunde Lyon", "Kundin Köln"]);
    expect((await load(["Kundin,DE,Bonn", "Neue,AT,Wien"])).status).toBe(200);
    expect(await cities()).toEqual(["Kunde Lyon", "Kundin Bonn", "Neue Wien"]);
    await invoicing.close();
  });

  test("begins with what is open, to send and to decide, and keeps the VAT of a period until the books change", async () => {
    const { invoicing, call, clock } = await openPanel();
    const company = invoicing.company("acme");
    await company.issue(order());
    const client = { "/clientName": "Kundin", "/clientCountry": "AT", "/clientVatNumber": "ATU13585627" };
    const [id, revision] = [randomUUID(), randomUUID()];
    const save = (revision: string, replaces: string, vatCheck: object | null) =>
      call("PUT", `/clients/${id}`, { revision, replaces: [replaces], fields: client, vatCheck });
    await save(revision, "", null);
    await call("PUT", `/drafts/${randomUUID()}`, { revision, replaces: [""], fields: client, total: TOTAL });
    expect((await call("GET", "/start")).body).toMatchObject({
      open: { count: 1, sums: [{ currency: "EUR", amount: 238 }] },
      overdue: { count: 0, sums: [] },
      oldest: [{ amountDue: 238, daysOverdue: 0, reminders: 0, remindedOn: null }],
      unsent: { total: 1, data: [{ amountDue: 238 }] },
      unreminded: { total: 0, data: [] },
      drafts: { total: 1, data: [{ clientName: "Kundin", total: TOTAL }] },
      unchecked: { total: 1, data: [{ id, name: "Kundin" }] },
    });
    const check = { vatNumber: "ATU13585627", checkedAt: new Date().toISOString(), consultationNumber: "" };
    await save(randomUUID(), revision, { ...check, status: "valid" });
    expect((await call("GET", "/start")).body.unchecked).toEqual({ total: 0, data: [] });
    const year = new Date().getUTCFullYear();
    const [from, to] = [`${year - 1}-12-01`, `${year + 1}-01-31`];
    const days = new URLSearchParams({ from, to, ossFrom: from, ossTo: to });
    const vat = async (more = "") => (await call("GET", `/start/vat?${days}${more}`)).body;
    const first = await vat();
    expect(first).toMatchObject({ domestic: [{ currency: "EUR", amount: 38 }], oss: [], unplaced: 0 });
    expect(first.sales).toMatchObject([{ currency: "EUR", months: { length: 12, 11: { net: 200 } } }]);
    expect((await vat()).computedAt, "kept").toBe(first.computedAt);
    clock.set(new Date(clock.now().getTime() + 1).toISOString());
    expect((await vat("&again")).computedAt).not.toBe(first.computedAt);
    await company.issue(order());
    expect((await vat()).domestic).toEqual([{ currency: "EUR", amount: 76 }]);
    expect(await call("GET", "/start/vat?from=x&to=y&ossFrom=x&ossTo=y")).toMatchObject({ status: 422 });
    await invoicing.close();
  });

  test("keeps what waits for a decision until somebody deals with it, whatever the month", async () => {
    const { invoicing, call, clock } = await openPanel();
    const company = invoicing.company("acme");
    const lacking = { isCompany: true, clientAddress: undefined };
    const [first, second, third, fourth] = await company.issueMany([lacking, lacking, lacking, {}].map(order));
    clock.set("2027-02-10T12:00:00.000Z");
    const waiting = async () => {
      const { incomplete } = (await call("GET", "/start")).body;
      return [incomplete.total, incomplete.data.map(({ id }: { id: string }) => id)];
    };
    expect(await waiting()).toEqual([3, [third!.id, second!.id, first!.id]]);
    await company.cancel(first!.id);
    await company.credit(second!.id, { reason: "issued again" });
    expect(await waiting()).toEqual([1, [third!.id]]);
    for (const repeated of [1, 2]) {
      expect((await call("POST", `/start/decided/${third!.id}`, {})).status, `${repeated}`).toBe(200);
    }
    expect(await waiting()).toEqual([0, []]);
    expect(fourth!.warnings).toEqual([]);
    await invoicing.close();
  });

  test("shows the VAT of a month, and that of the one-stop shop by its quarter", async () => {
    const { invoicing, call, clock } = await openPanel();
    const company = invoicing.company("acme");
    for (const month of ["01", "02"]) {
      clock.set(`2027-${month}-15T12:00:00.000Z`);
      await company.issueMany([order(), order({ clientCountry: "FI", supply: "goods" })]);
    }
    const months = "from=2027-02-01&to=2027-02-28";
    const quarter = "ossFrom=2027-01-01&ossTo=2027-03-31";
    const vat = async (query: string) => (await call("GET", `/start/vat?${query}`)).body;
    const [domestic, oss] = [[{ currency: "EUR", amount: 38 }], [{ currency: "EUR", amount: 102 }]];
    expect(await vat(`${months}&${quarter}`)).toMatchObject({ domestic, oss, unplaced: 0 });
    expect(await vat(`from=2027-01-01&to=2027-03-31&${quarter}`)).toMatchObject({
      domestic: [{ currency: "EUR", amount: 76 }],
      oss,
    });
    await invoicing.close();
  });

  test("lists the clients of the last invoices first, then others", async () => {
    const { invoicing, call } = await openPanel();
    for (const name of ["Aarau AG", "Bern AG", "Chur AG"]) {
      const client = { revision: randomUUID(), replaces: [""], fields: { "/clientName": name }, vatCheck: null };
      expect((await call("PUT", `/clients/${randomUUID()}`, client)).status).toBe(200);
    }
    const sales = ["Chur AG", "Not saved", "Bern", "Bern AG"].map((clientName) => order({ clientName }));
    await invoicing.company("acme").issueMany(sales);
    const { body } = await call("GET", "/clients/recent");
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["Bern AG", "Chur AG", "Aarau AG"]);
    await invoicing.close();
  });

  test("keeps articles, finds them by their words and numbers, and refuses a save over another tab's", async () => {
    const { invoicing, call } = await openPanel();
    const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    const save = (revision: string, replaces: string, fields: object, article = id) =>
      call("PUT", `/articles/${article}`, { revision, replaces: [replaces], fields });
    const book = { "/description": "Bücher\u0000 \ud800", "/unitPrice": "40", "/rates/DE": "7", "/sku": "B-7" };
    expect((await save(first, "", { "/description": " " })).body).toMatchObject({ code: "article_name_required" });
    expect((await save(first, "", book)).status).toBe(200);
    expect((await save(first, "", book)).status, "repeated after a lost answer").toBe(200);
    expect((await save(second, first, { ...book, "/unit": "Stück" })).status).toBe(200);
    expect(await save(randomUUID(), first, book)).toMatchObject({ status: 409, body: { code: "article_changed" } });
    expect((await call("GET", `/articles/${id}`)).body).toMatchObject({ id, revision: second });
    expect((await save(randomUUID(), "", { "/description": "Lampe" }, randomUUID())).status).toBe(200);
    const found = async (search: string) => {
      const { body } = await call("GET", `/articles?${new URLSearchParams({ search })}`);
      return body.data.map(
        ({ fields }: { fields: Record<string, string> }) => fields["/sku"] ?? fields["/description"],
      );
    };
    expect([await found(""), await found("BUCHER"), await found("b-7"), await found("x")]).toEqual([
      ...[["B-7", "Lampe"], ["B-7"], ["B-7"], []],
    ]);
    expect((await call("DELETE", `/articles/${id}`)).status).toBe(200);
    expect(await call("GET", `/articles/${id}`)).toMatchObject({ status: 404, body: { code: "article_not_found" } });
    await invoicing.close();
  });

  test("draws the logo with which a document was issued, whatever is saved or removed later", async () => {
    const { invoicing, send, call, clock } = await openPanel();
    const issue = async () => {
      const { id } = await invoicing.company("acme").issue(order());
      clock.set(new Date(clock.now().getTime() + 1).toISOString());
      return id;
    };
    const pdf = async (id: string) =>
      new Uint8Array(await (await send("GET", `/invoices/${id}/files/pdf`)).arrayBuffer());
    const shown = async (id: string) => (await call("GET", `/invoices/${id}`)).body.printed.logo;
    const before = await issue();
    expect((await send("PUT", "/settings/logo", PNG, "image/png")).status).toBe(200);
    const [saved, withLogo] = [clock.now().toISOString(), await issue()];
    expect(new Uint8Array(await (await send("GET", "/settings/logo")).arrayBuffer())).toEqual(PNG);
    const other = new Uint8Array([...PNG, 1]);
    expect((await send("PUT", "/settings/logo", other, "image/png")).status).toBe(200);
    const withOther = await issue();
    expect((await send("DELETE", "/settings/logo")).status).toBe(200);
    const after = await issue();
    expect(await pdf(before)).toEqual(new Uint8Array(1));
    expect(await pdf(withLogo)).toEqual(PNG);
    expect(await pdf(withOther)).toEqual(other);
    expect(await pdf(after)).toEqual(new Uint8Array(1));
    expect([await shown(before), await shown(withLogo), await shown(after)]).toEqual([null, saved, null]);
    const logo = await send("GET", `/logos/${encodeURIComponent(saved)}`);
    expect(new Uint8Array(await logo.arrayBuffer())).toEqual(PNG);
    await invoicing.close();
  });

  test("keeps the last audit", async () => {
    const { invoicing, call } = await openPanel();
    await invoicing.company("acme").issue(order());
    let status: { last: object | null };
    // A call waits for the audit that is running, but not for ever.
    do status = (await call("POST", "/audit", {})).body;
    while (status.last === null);
    expect(status.last).toMatchObject({ invoices: 1, findings: [] });
    await invoicing.close();
  });

  test("sends an e-mail once however often it is asked to, and then says of the invoice that it was sent", async () => {
    const { invoicing, call, sent } = await openPanel();
    const [one, other] = await invoicing.company("acme").issueMany([order(), order()]);
    const states = async (status = "") => {
      const { body } = await call("GET", `/invoices?status=${status}`);
      return body.data.map(({ id, state }: { id: string; state: string }) => [id, state]);
    };
    expect(await states()).toEqual([
      [other!.id, "issued"],
      [one!.id, "issued"],
    ]);
    const email = {
      id: randomUUID(),
      to: "buy@exemple.example",
      subject: "Invoice",
      text: "Hello",
      files: ["pdf", "en16931.ubl", "unknown"],
    };
    const answers = await Promise.all([1, 2].map(() => call("POST", `/invoices/${one!.id}/emails`, email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call("POST", `/invoices/${one!.id}/emails`, email)).body).toMatchObject([
      { id: email.id, channel: "email", to: email.to, actor: "jane", files: ["pdf", "en16931.ubl"] },
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: email.to, subject: "Invoice", text: "Hello" });
    expect(sent[0]!.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      [`${one!.invoiceNumber}.pdf`, "application/pdf"],
      [`${one!.invoiceNumber}.xml`, "application/xml"],
    ]);
    expect(await states("sent")).toEqual([[one!.id, "sent"]]);
    expect(await states("issued")).toEqual([[other!.id, "issued"]]);
    const marked = await call("POST", `/invoices/${other!.id}/sendings`, { id: randomUUID(), to: "by post" });
    expect(marked.body).toMatchObject([{ channel: "other", to: "by post" }]);
    expect(await states("issued")).toEqual([]);
    const { body: view } = await call("GET", `/invoices/${other!.id}`);
    expect(view.history).toMatchObject([{ kind: "issued" }, { kind: "sent", note: "by post" }]);
    await invoicing.close();
  });

  test("sends no e-mail without a subject or a text, and names the fields", async () => {
    const { invoicing, call, sent } = await openPanel();
    const { id } = await invoicing.company("acme").issue(order());
    const email = { id: randomUUID(), to: "nobody", subject: "\r\n ", text: " \n", files: [] };
    const { status, body } = await call("POST", `/invoices/${id}/emails`, email);
    expect([status, body.code]).toEqual([422, "email_invalid"]);
    expect(body.errors).toEqual([
      { pointer: "/to", detail: "must be an e-mail address" },
      { pointer: "/subject", detail: "must not be blank" },
      { pointer: "/text", detail: "must not be blank" },
    ]);
    const subject = await call("POST", `/invoices/${id}/emails`, { ...email, to: "a@b.example", text: "Hello" });
    expect(subject.body.errors).toEqual([{ pointer: "/subject", detail: "must not be blank" }]);
    expect(sent).toEqual([]);
    await invoicing.close();
  });

  test("reverses a payment at its own exchange rate, so that nothing of it is declared", async () => {
    const { invoicing, call, clock } = await openPanel();
    clock.set("2026-11-20T12:00:00.000Z");
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile({ cashAccounting: true }));
    const ofInvoice = { rate: 0.5, date: "2026-10-01", source: "ECB" };
    const { id } = await acme.issue(order({ currency: "USD", supplyDate: "2026-10-01", exchangeRate: ofInvoice }));
    const exchangeRate = { rate: 0.9, date: "2026-11-02", source: "ECB" };
    const paid = await acme.recordPayment(id, { amount: 100, paidOn: "2026-11-02", exchangeRate });
    await acme.recordPayment(id, { amount: 38, paidOn: "2026-11-03" });
    expect(paid.payments).toEqual([expect.objectContaining({ exchangeRate })]);
    const { payments } = await acme.get(id);
    expect(payments.map((payment) => payment.exchangeRate)).toEqual([exchangeRate, undefined]);
    expect(Object.keys(payments[1]!)).not.toContain("exchangeRate");
    const reverse = (payment: number) =>
      call("POST", `/invoices/${id}/payments/${payments[payment]!.id}/reversal`, { reason: "x" });
    const { body } = await reverse(0);
    expect(body.invoice.payments[2]).toMatchObject({ amount: -100, exchangeRate });
    expect((await reverse(1)).body.invoice.payments[3]).not.toHaveProperty("exchangeRate");
    const { domestic } = await acme.vatReport({ from: "2026-10-01", to: "2026-12-31" });
    expect(domestic.lines.filter(({ taxAmount }) => taxAmount !== 0)).toEqual([]);
    expect((await acme.audit()).findingCount).toBe(0);
    await invoicing.close();
  });

  test("reverses a payment recorded by mistake by a counter-entry of its day, once, with the reason", async () => {
    const { invoicing, call, clock } = await openPanel();
    clock.set("2026-11-20T12:00:00.000Z");
    const acme = invoicing.company("acme");
    const { id } = await acme.issue(order());
    const { payments } = await acme.recordPayment(id, { amount: 100, paidOn: "2026-11-02", method: "cash" });
    const path = `/invoices/${id}/payments/${payments[0]!.id}/reversal`;
    expect(await call("POST", path, { reason: " " })).toMatchObject({ status: 422, body: { code: "reason_required" } });
    for (const _ of [1, 2]) {
      const { status, body } = await call("POST", path, { reason: "Another client's" });
      expect([status, body.invoice.amountPaid, body.invoice.payments.length]).toEqual([200, 0, 2]);
      expect(body.history).toMatchObject([
        { kind: "issued" },
        { kind: "paid", amount: 100 },
        { kind: "reversed", on: "2026-11-02", amount: 100, note: "Another client's" },
      ]);
    }
    expect(await call("POST", path, { reason: "x" })).toMatchObject({
      status: 409,
      body: { code: "payment_reversed" },
    });
    const counterEntry = (await acme.get(id)).payments[1]!;
    expect(counterEntry).toMatchObject({ amount: -100, paidOn: "2026-11-02", reference: "Another client's" });
    const again = await call("POST", `/invoices/${id}/payments/${counterEntry.id}/reversal`, { reason: "x" });
    expect(again.status, "a counter-entry is not reversed").toBe(404);
    expect((await acme.audit()).findingCount).toBe(0);
    await invoicing.close();
  });

  test("shows a credit note before it is issued, exactly as it then is", async () => {
    const { invoicing, call } = await openPanel();
    const acme = invoicing.company("acme");
    const { id } = await acme.issue(order({ items: [{ description: "Chair", quantity: 3, unitPrice: 80.01 }] }));
    await acme.credit(id, { reason: "One too many", lines: [{ line: 1, quantity: 1 }] });
    await acme.recordPayment(id, { amount: 100 });
    const credit = { reason: "Damaged", lines: [{ line: 1, netAmount: 50 }] };
    const { status, body: preview } = await call("POST", `/invoices/${id}/credit-preview`, credit);
    expect(status).toBe(200);
    expect((await acme.get(id)).creditNotes, "nothing is issued").toHaveLength(1);
    const { body: issued } = await call("POST", `/invoices/${id}/credit-notes`, credit);
    const { id: _, issuedAt: __, creditNoteNumber, ...note } = issued;
    expect(creditNoteNumber).toBe("INV-CN-202611-0002");
    expect(preview.creditNote).toEqual({ numberPattern: "INV-CN-202611-####", ...note });
    const { body: view } = await call("GET", `/credit-notes/${issued.id}`);
    expect(preview.printed).toEqual({ ...view.printed, number: "Entwurf" });
    const { amountDue } = await acme.get(id);
    expect([preview.amountDue, preview.refundDue]).toEqual([amountDue, 0]);
    const tooMuch = await call("POST", `/invoices/${id}/credit-preview`, {
      reason: "x",
      lines: [{ line: 1, quantity: 9 }],
    });
    expect(tooMuch).toMatchObject({ status: 422, body: { code: "credit_exceeds_invoice" } });
    await invoicing.close();
  });

  test("sums what is open and overdue for each currency, and keeps the payment terms", async () => {
    const { invoicing, call, clock } = await openPanel();
    const acme = invoicing.company("acme");
    clock.set("2026-11-20T12:00:00.000Z");
    const [paid] = await acme.issueMany([
      order(),
      order({ dueDate: "2026-11-19" }),
      order({ dueDate: "2026-11-20" }),
      order({ clientCountry: "US", currency: "USD", dueDate: "2026-10-01" }),
    ]);
    await acme.recordPayment(paid!.id, { amount: 238 });
    const sums = (euros: number) => [
      { currency: "EUR", amount: euros },
      { currency: "USD", amount: 200 },
    ];
    expect((await call("GET", "/open-sums")).body).toEqual({
      open: { count: 3, sums: sums(476) },
      overdue: { count: 2, sums: sums(238) },
      ageing: [
        { currency: "EUR", amounts: [238, 238, 0, 0, 0] },
        { currency: "USD", amounts: [0, 0, 200, 0, 0] },
      ],
    });
    expect((await call("GET", "/profile")).body).toMatchObject({ paymentDays: 30, cashDiscount: null, hasEmail: true });
    expect((await call("PUT", "/settings/payment-terms", { days: 14, discount: null })).status).toBe(200);
    expect((await call("PUT", "/settings/payment-terms", { days: 400, discount: null })).status).toBe(400);
    expect((await call("GET", "/profile")).body.paymentDays).toBe(14);
    await invoicing.close();
  });
});
