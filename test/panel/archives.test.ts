import { createInvoicing, type IssuedDocument } from "faktura";
import { xrechnung } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelOptions, panelTables } from "faktura/panel";
import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { zipFile } from "../../src/panel/server/zip.ts";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

async function openPanel(options: Partial<PanelOptions> = {}) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store, formats: [xrechnung] });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const authenticate = () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store), ...options });
  const get = (path: string) => panel(new Request(`http://app.test/panel/acme/calls${path}`));
  return { company, get };
}

const printed = (document: IssuedDocument | { invoiceNumber: string }) =>
  new TextEncoder().encode(`PDF of ${"invoiceNumber" in document ? document.invoiceNumber : ""}`);

const select = (ids: readonly string[]) => `/invoices.zip?${new URLSearchParams(ids.map((id) => ["id", id]))}`;

test("several invoices are one archive of their PDF files, each once, and always the same bytes", async () => {
  const { company, get } = await openPanel({ render: printed });
  const [first, second] = await company.issueMany([order(), order()]);
  const response = await get(select([first!.id, second!.id, first!.id]));
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="Invoices \d{4}-\d\d-\d\d\.zip";/);
  const bytes = await bytesOf(response);
  const files = unzipSync(bytes);
  expect(Object.entries(files).map(([name, content]) => [name, text(content)])).toEqual(
    [first!, second!].map(({ invoiceNumber }) => [`${invoiceNumber}.pdf`, `PDF of ${invoiceNumber}`]),
  );
  expect(await bytesOf(await get(select([first!.id, second!.id])))).toEqual(bytes);
});

test("without a renderer it has the electronic files, and names those that cannot be written", async () => {
  const { company, get } = await openPanel();
  await company.saveProfile(germanProfile(SELLER));
  const business = { clientCountry: "DE", isCompany: true } as const;
  const complete = await company.issue({ ...ORDER, ...DOMESTIC });
  const lacking = await company.issue(order({ ...business, clientAddress: undefined }));
  const consumer = await company.issue(order({ clientCountry: "DE", isCompany: false }));
  const files = unzipSync(await bytesOf(await get(select([complete.id, lacking.id, consumer.id]))));
  expect(Object.keys(files)).toEqual([`${complete.invoiceNumber}.xml`, "Missing.txt"]);
  expect(text(files[`${complete.invoiceNumber}.xml`])).toBe(xrechnung.syntaxes.ubl.write(complete));
  expect(text(files["Missing.txt"])).toContain(`${lacking.invoiceNumber}: `);
});

test("a file that its host cannot render is named, and the others are there", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { company, get } = await openPanel({
    render: (document) => {
      if (document.clientName === "Broken") throw new Error("no glyph");
      return printed(document as IssuedDocument);
    },
  });
  const broken = await company.issue(order({ clientName: "Broken" }));
  const { id, invoiceNumber } = await company.issue(order());
  const files = unzipSync(await bytesOf(await get(select([broken.id, id]))));
  expect(Object.keys(files)).toEqual([`${invoiceNumber}.pdf`, "Missing.txt"]);
  expect(text(files["Missing.txt"])).toContain(broken.invoiceNumber);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("no invoice, too many and an unknown one are refused before anything is sent", async () => {
  const { get } = await openPanel({ render: printed });
  const ids = Array.from({ length: 101 }, (_, index) => `${index}`);
  expect([(await get(select([]))).status, (await get(select(ids))).status]).toEqual([422, 422]);
  expect((await get(select(["unknown"]))).status).toBe(404);
});

test("names leave the archive's folder on no system, and none is there twice", async () => {
  async function* files() {
    for (const name of ["a/../../x", "C:\\x", "nul.txt", "a.txt", "A.TXT", "a.txt", "ä.", "\u202Etxt"]) {
      yield { name, content: new Uint8Array([1]) };
    }
  }
  const bytes = await bytesOf(await zipFile("Über", files()));
  expect(Object.keys(unzipSync(bytes))).toEqual([
    "a/-/-/x",
    "C--x",
    "-nul.txt",
    "a.txt",
    "A (2).TXT",
    "a (3).txt",
    "ä-",
    "-txt",
  ]);
});
