import { createInvoicing, type DocumentFormat, type IssuedDocument } from "faktura";
import { ciusRo, ctcFr, en16931, facturX, hrCius, peppol, xrechnung } from "faktura/einvoice";
import { fatturaPa, toFatturaPA } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import { memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { fileEntries, fileOf } from "../../src/panel/server/document-file.ts";
import { logosIn } from "../../src/panel/server/records/logos.ts";
import { ORDER, SELLER } from "../einvoice/it/scenes.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

const EVERYWHERE = ["en16931.ubl", "en16931.cii", "peppol.ubl", "peppol.cii"];
const XRECHNUNG = ["xrechnung.ubl", "xrechnung.cii"];

test.each([
  ["IT", "IT", ["fatturapa", ...EVERYWHERE, "factur-x"]],
  ["PL", "PL", ["ksef", ...EVERYWHERE, "factur-x"]],
  ["PL", "US", ["ksef", "en16931.ubl", "en16931.cii", "factur-x"]],
  ["IT", "DE", ["fatturapa", ...EVERYWHERE, ...XRECHNUNG, "factur-x"]],
  ["FR", "FR", ["ctc-fr.ubl", "ctc-fr.cii", ...EVERYWHERE, "factur-x"]],
  ["FR", "BE", [...EVERYWHERE, "factur-x"]],
  ["RO", "RO", ["cius-ro", ...EVERYWHERE, "factur-x"]],
  ["HR", "HR", ["hr-cius", ...EVERYWHERE, "factur-x"]],
  ["ES", "ES", [...EVERYWHERE, "factur-x"]],
  ["DE", "FR", [...EVERYWHERE, ...XRECHNUNG, "factur-x"]],
])("a seller in %s has for a client in %s the files %j, for a consumer too", async (country, clientCountry, files) => {
  const company = createInvoicing({ store: memoryStore() }).company("acme");
  const profile = germanProfile({ country, vatNumber: undefined });
  await company.saveProfile(profile);
  for (const isCompany of [true, false]) {
    const document = await company.issue(order({ clientCountry, isCompany, clientVatNumber: undefined }));
    expect(fileEntries(document, ALL_FORMATS, profile).map(({ name }) => name)).toEqual(files);
    expect(fileEntries(document, [], profile)).toEqual([]);
  }
});

test("each file is written in its own format", async () => {
  const store = memoryStore();
  const company = createInvoicing({ store }).company("acme");
  await company.saveProfile(germanProfile(SELLER));
  const invoice = await company.issue(ORDER);
  const files = { logos: logosIn(panelTables(store)), render: undefined, formats: ALL_FORMATS };
  const write = async (name: string) => new TextDecoder().decode((await fileOf(name, invoice, "acme", files))?.content);
  expect(await write("fatturapa")).toBe(toFatturaPA(invoice));
  expect(await write("en16931.ubl")).toBe(en16931.syntaxes.ubl.write(invoice));
  expect(await write("en16931.cii")).toBe(en16931.syntaxes.cii.write(invoice));
  // What a state's profile lacks is refused, and the page has named it before.
  for (const name of ["ksef", "ctc-fr.ubl", "ctc-fr.cii", "cius-ro", "hr-cius"]) {
    await expect(write(name), name).rejects.toMatchObject({ code: "einvoice_incomplete" });
  }
  for (const name of ["verifactu", "ubl", "toString", "en16931.pdf"]) {
    expect(await fileOf(name, invoice, "acme", files), name).toBeUndefined();
  }
});

test("the label names the syntax only where a format has several", () => {
  expect([en16931, peppol, xrechnung, facturX, ctcFr, ciusRo, hrCius, fatturaPa, ksef].map(({ name }) => name)).toEqual(
    [...["EN 16931", "Peppol", "XRechnung", "Factur-X", "CTC-FR", "CIUS-RO", "HR-CIUS", "FatturaPA", "KSeF"]],
  );
});

/** A host's format, whose methods need the object that they belong to. */
class OwnFormat implements DocumentFormat {
  readonly name = "Own";
  readonly lacking = [];
  readonly syntaxes = { own: new OwnSyntax() };
  constructor(readonly id = "own") {}
  appliesTo() {
    return this.lacking.length === 0;
  }
  gaps() {
    return this.lacking;
  }
}

class OwnSyntax {
  readonly mediaType = "text/plain";
  readonly extension = "txt";
  readonly greeting = "Hello";
  write({ clientName }: IssuedDocument) {
    return `${this.greeting}, ${clientName}`;
  }
}

/** Reads the files of an invoice as the panel's pages link to them. */
async function openFiles(formats: readonly DocumentFormat[]) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store, formats });
  await invoicing.company("acme").saveProfile(germanProfile());
  const invoice = await invoicing.company("acme").issue(order());
  const authenticate = () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store) });
  const path = `http://app.test/panel/acme/calls/invoices/${invoice.id}`;
  const read = async (part: string) => (await panel(new Request(`${path}${part}`))).text();
  const { files } = JSON.parse(await read("")) as { files: { name: string; label: string }[] };
  return {
    invoice,
    files: await Promise.all(files.map(async ({ name, label }) => [label, await read(`/files/${name}`)])),
  };
}

test("no file has the path of another format's", async () => {
  const { invoice, files } = await openFiles([en16931, new OwnFormat("en16931-ubl")]);
  expect(files).toEqual([
    ["EN 16931 (UBL)", en16931.syntaxes.ubl.write(invoice)],
    ["EN 16931 (CII)", en16931.syntaxes.cii.write(invoice)],
    ["Own", `Hello, ${invoice.clientName}`],
  ]);
});

test("a file of the host's own is written by a method of its object", async () => {
  const { invoice, files } = await openFiles([new OwnFormat()]);
  expect(files).toEqual([["Own", `Hello, ${invoice.clientName}`]]);
});
