import { randomUUID } from "node:crypto";
import { createInvoicing, csvRow, type PanelTables } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readCsv, withFormulas } from "../../src/panel/server/imports/read-csv.ts";
import type { ArticleList, ClientList, ImportPreview, SavedArticle, SavedClient } from "../../src/panel/wire.ts";
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
  const ask = (path: string, body?: object, method = body === undefined ? "GET" : "POST", language = "en") => {
    const headers = { "Content-Type": "application/json", "Accept-Language": language };
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

describe("a file of clients", () => {
  const send = async (
    { json }: Pick<Awaited<ReturnType<typeof openPanel>>, "json">,
    text: string,
    changes: object = {},
    kind = "clients",
  ) =>
    json<ImportPreview & { code?: string }>(`/${kind}/import`, { text, known: "skip", isPreview: false, ...changes });

  test.each([
    [
      "English, with commas",
      "Name,Street,Postal code,City,Country,VAT number,E-mail,Number\nKundin AG,Domstr. 1,50667,Köln,Germany,DE999999026,k@k.example,7\n",
    ],
    [
      "German, with semicolons",
      "\uFEFFKunden-Nr.;Firma;Straße;PLZ;Ort;Land;USt-IdNr.;E-Mail\r\n7;Kundin AG;Domstr. 1;50667;Köln;Deutschland;DE999999026;k@k.example\r\n",
    ],
    [
      "French, with tabs",
      "Société\tRue\tCode postal\tVille\tPays\tN° de TVA intracommunautaire\tE-mail\tNuméro\nKundin AG\tDomstr. 1\t50667\tKöln\tAllemagne\tDE999999026\tk@k.example\t7",
    ],
    [
      "of DATEV",
      'EXTF;700;16;"Debitoren/Kreditoren"\r\nKonto;Name (Adressattyp Unternehmen);Straße;Postleitzahl;Ort;Land;EU-UStID;E-Mail;Bankleitzahl 1\r\n7;"Kundin AG";"Domstr. 1";50667;Köln;DE;DE999999026;k@k.example;1\r\n',
    ],
  ])("in %s is read", async (_, text) => {
    const panel = await openPanel();
    const preview = await send(panel, text, { isPreview: true });
    expect(preview).toMatchObject({ added: 1, known: 0, faulty: 0 });
    expect(await panel.clients()).toEqual([]);
    await send(panel, text);
    const [{ fields } = { fields: {} }] = await panel.clients();
    expect(fields).toEqual({
      "/clientName": "Kundin AG",
      "/clientNumber": "7",
      "/clientAddress/line1": "Domstr. 1",
      "/clientAddress/postalCode": "50667",
      "/clientAddress/city": "Köln",
      "/clientCountry": "DE",
      "/clientVatNumber": "DE999999026",
      "/clientEmail": "k@k.example",
      "/isCompany": "yes",
    });
  });

  test("with faults says each with its column, and nothing of it is imported", async () => {
    const panel = await openPanel();
    const text = 'Name;Land\nA;Atlantis\n;DE\nB;DE;more\nGood;DE\nC;"open';
    const preview = await send(panel, text, { isPreview: true });
    expect(preview.rows.map(({ line, fault }) => [line, fault?.code, fault?.head])).toEqual([
      [2, "country", "Land"],
      [3, "blank", "Name"],
      [4, "cells", ""],
      [6, "unclosed", ""],
      [5, undefined, undefined],
    ]);
    expect(await send(panel, text)).toMatchObject({ code: "import_faulty" });
    expect(await panel.clients()).toEqual([]);
  });

  test.each([
    ["", "import_empty"],
    ["Ort;Land\nKiel;DE", "import_without_names"],
    [`Name\n${"A\n".repeat(5001)}`, "import_too_long"],
  ])("that is none is refused: %#", async (text, code) => {
    expect(await send(await openPanel(), text)).toMatchObject({ code });
  });

  test("leaves what is saved as it is, or replaces what the file says, and takes no row twice", async () => {
    const panel = await openPanel();
    await panel.issue(KUNDIN);
    const text = "Name,VAT number,City,Postal code\nOther,DE 999999026,Bonn,\nNew,,Kiel,24103\nNEW,,Bonn,24103\n";
    expect(await send(panel, text)).toMatchObject({ added: 1, known: 2 });
    const cities = async () => (await panel.clients()).map(({ fields }) => fields["/clientAddress/city"]);
    expect(await cities()).toEqual(["Köln", "Kiel"]);
    expect(await send(panel, text, { known: "update" })).toMatchObject({ added: 0, known: 3 });
    expect((await cities()).sort()).toEqual(["Bonn", "Bonn"]);
    const [, kundin] = await panel.clients();
    expect(kundin!.fields).toMatchObject({ "/clientName": "Other", "/clientAddress/line1": "Domstr. 1" });
  });

  test.each(["en", "de", "fr"])("as it is exported in %s is read back with all fields", async (language) => {
    const [from, to] = [await openPanel(), await openPanel()];
    await from.issue({
      ...KUNDIN,
      clientContact: { phone: "+49 221 1", name: '=1+1 "a"' },
      clientEmail: "k@k.example",
    });
    const exported = await from.ask("/clients.csv", undefined, "GET", language);
    await send(to, await exported.text());
    const [[before], [after]] = [await from.clients(), await to.clients()];
    expect(after!.fields).toEqual(before!.fields);
  });

  test("of articles is read with its rates and prices, and read back as it is exported", async () => {
    const [from, to] = [await openPanel(), await openPanel()];
    const text =
      "Artikelnummer;Name;Beschreibung;Einheit;Nettopreis;MwSt-Satz\nB-7;Buch;Zwei Bände;Stück;1.234,50 €;7 %\nL-1;Lampe;;;9,9;19\n";
    expect(await send(from, text, {}, "articles")).toMatchObject({ added: 2, faulty: 0 });
    const articles = async ({ json }: typeof from) => {
      const { data } = await json<ArticleList>("/articles");
      const saved = await Promise.all(data.map(({ id }) => json<SavedArticle>(`/articles/${id}`)));
      return saved.map(({ fields }) => fields);
    };
    expect(await articles(from)).toEqual([
      {
        ...{ "/sku": "B-7", "/description": "Buch\nZwei Bände", "/unit": "Stück", "/unitPrice": "1234.5" },
        ...{ "/prices": "net", "/rates/DE": "7" },
      },
      { "/sku": "L-1", "/description": "Lampe", "/unitPrice": "9.9", "/prices": "net" },
    ]);
    await send(to, await (await from.ask("/articles.csv", undefined, "GET", "de")).text(), {}, "articles");
    expect(await articles(to)).toEqual(await articles(from));
    const faulty = "Name;Preis;MwSt\nA;1.234;19\nB;x;19\nC;1;18\n";
    const { rows } = await send(to, faulty, { isPreview: true }, "articles");
    expect(rows.map(({ fault }) => fault?.code)).toEqual(["ambiguous", "number", "rate"]);
  });
});

test("what is written as CSV is read back, whatever the texts are", () => {
  const signs = fc.constantFrom(..."=+-@'\",;\t\r\n aé＝");
  const cell = fc.string({ unit: signs }).map((text) => text.trim()); // as forms take them
  const texts = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
  const property = fc.property(texts, fc.constantFrom(",", ";"), (rows, separator) => {
    const heads = csvRow(["a", "b"], separator as "," | ";");
    const text = `\uFEFF${heads}${rows.map((row) => csvRow(row, separator as "," | ";")).join("")}`;
    const read = readCsv(text);
    expect(read.unclosed).toBeUndefined();
    const cells = read.rows.slice(1).map((row) => row.cells.map(withFormulas));
    expect(cells).toEqual(rows.filter((row) => row.join("") !== ""));
  });
  fc.assert(property, { numRuns: 500 });
});

test.each([
  [
    "clients with one name",
    "/clients",
    ["name", "country", "plz"],
    (row: number) => ["Kunde", "DE", `${10_000 + row}`],
  ],
  ["articles with one text", "/articles", ["sku", "description"], (row: number) => [`S${row}`, "Shirt"]],
])("2,000 %s are imported in the time of a request", { timeout: 5000 }, async (_, path, heads, cellsOf) => {
  const { json } = await openPanel();
  const text = [heads, ...Array.from({ length: 2000 }, (__, row) => cellsOf(row))]
    .map((cells) => csvRow(cells))
    .join("");
  expect(await json(`${path}/import`, { text, known: "update", isPreview: true })).toMatchObject({ added: 2000 });
});

test("a file of 20,000 columns is read in the time of a request", { timeout: 5000 }, async () => {
  const { json } = await openPanel();
  const text = `name${",x".repeat(20_000)}\nKunde`;
  expect(await json("/clients/import", { text, known: "skip", isPreview: true })).toMatchObject({ added: 1 });
});
