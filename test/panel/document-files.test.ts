import { createInvoicing } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { memoryStore } from "faktura/memory";
import { panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { type DocumentFileName, filesFor } from "../../src/panel/document-files.ts";
import { fileOf } from "../../src/panel/server/document-file.ts";
import { logosIn } from "../../src/panel/server/records/logos.ts";
import { ORDER, SELLER } from "../einvoice/it/scenes.ts";
import { germanProfile } from "../support/fixtures.ts";

const EVERYWHERE = ["peppol", "ubl", "cii"];

test.each([
  ["IT", "IT", ["fatturapa", ...EVERYWHERE]],
  ["PL", "PL", ["ksef", ...EVERYWHERE]],
  ["PL", "US", ["ksef", ...EVERYWHERE]],
  ["IT", "DE", ["fatturapa", "xrechnung", ...EVERYWHERE]],
  ["FR", "FR", ["ctc-fr-ubl", "ctc-fr-cii", ...EVERYWHERE]],
  ["FR", "BE", EVERYWHERE],
  ["RO", "RO", ["cius-ro", ...EVERYWHERE]],
  ["HR", "HR", ["hr-cius", ...EVERYWHERE]],
  ["DE", "FR", ["xrechnung", ...EVERYWHERE]],
])("a seller in %s has for a client in %s the files %j", (seller, client, files) => {
  expect(filesFor({ seller, client })).toEqual(files);
});

test("each file is written in its own format", async () => {
  const store = memoryStore();
  const company = createInvoicing({ store }).company("acme");
  await company.saveProfile(germanProfile(SELLER));
  const invoice = await company.issue(ORDER);
  const files = { logos: logosIn(panelTables(store)), render: undefined };
  const write = async (name: DocumentFileName) =>
    new TextDecoder().decode((await fileOf(name, invoice, "acme", files))?.content);
  expect(await write("fatturapa")).toBe(toFatturaPA(invoice));
  expect(await write("ubl")).toBe(toUbl(invoice));
  expect(await write("cii")).toBe(toCii(invoice));
  // What a state's profile lacks is refused, and the page has named it before.
  for (const name of ["ksef", "ctc-fr-ubl", "ctc-fr-cii", "cius-ro", "hr-cius"] as const) {
    await expect(write(name), name).rejects.toMatchObject({ code: "einvoice_incomplete" });
  }
});
