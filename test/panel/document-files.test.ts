import { createInvoicing } from "faktura";
import { ciusRo, ctcFr, en16931, facturX, hrCius, peppol, xrechnung } from "faktura/einvoice";
import { fatturaPa, toFatturaPA } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import { memoryStore } from "faktura/memory";
import { panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { fileEntries, fileOf } from "../../src/panel/server/document-file.ts";
import { logosIn } from "../../src/panel/server/records/logos.ts";
import { ORDER, SELLER } from "../einvoice/it/scenes.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";

const EVERYWHERE = ["en16931-ubl", "en16931-cii", "peppol-ubl", "peppol-cii"];
const XRECHNUNG = ["xrechnung-ubl", "xrechnung-cii"];

test.each([
  ["IT", "IT", ["fatturapa", ...EVERYWHERE, "factur-x"]],
  ["PL", "PL", ["ksef", ...EVERYWHERE, "factur-x"]],
  ["PL", "US", ["ksef", "en16931-ubl", "en16931-cii", "factur-x"]],
  ["IT", "DE", ["fatturapa", ...EVERYWHERE, ...XRECHNUNG, "factur-x"]],
  ["FR", "FR", ["ctc-fr-ubl", "ctc-fr-cii", ...EVERYWHERE, "factur-x"]],
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
  expect(await write("en16931-ubl")).toBe(en16931.syntaxes.ubl.write(invoice));
  expect(await write("en16931-cii")).toBe(en16931.syntaxes.cii.write(invoice));
  // What a state's profile lacks is refused, and the page has named it before.
  for (const name of ["ksef", "ctc-fr-ubl", "ctc-fr-cii", "cius-ro", "hr-cius"]) {
    await expect(write(name), name).rejects.toMatchObject({ code: "einvoice_incomplete" });
  }
  for (const name of ["verifactu", "ubl", "toString", "en16931-pdf"]) {
    expect(await fileOf(name, invoice, "acme", files), name).toBeUndefined();
  }
});

test("the label names the syntax only where a format has several", () => {
  expect([en16931, peppol, xrechnung, facturX, ctcFr, ciusRo, hrCius, fatturaPa, ksef].map(({ name }) => name)).toEqual(
    [...["EN 16931", "Peppol", "XRechnung", "Factur-X", "CTC-FR", "CIUS-RO", "HR-CIUS", "FatturaPA", "KSeF"]],
  );
});
