import { type AccountMap, createInvoicing, type InvoicingStore } from "faktura";
import { xrechnung } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelOptions, panelTables, type RenderPanelPdf } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { zipFile } from "../../src/panel/server/archive/zip.ts";
import { accountsIn } from "../../src/panel/server/records/single-records.ts";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { freshFile } from "../support/stores.ts";

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

async function openPanel(options: Partial<PanelOptions> = {}, store: InvoicingStore = memoryStore()) {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, formats: [xrechnung], clock });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const authenticate = () => ({ companies: ["acme"], actor: "jane", can: ALL_RIGHTS });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store), ...options });
  const get = (path: string) => panel(new Request(`http://app.test/panel/acme/calls${path}`));
  const keep = (accounts: AccountMap) => accountsIn(panelTables(store)).save("acme", accounts);
  const put = (accounts: unknown) =>
    panel(
      new Request("http://app.test/panel/acme/calls/settings/accounts", {
        ...{ method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ accounts }) },
      }),
    );
  return { company, clock, get, keep, put };
}

const printed: RenderPanelPdf = (document) =>
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
    render: (document, options) => {
      if (document.clientName === "Broken") throw new Error("no glyph");
      return printed(document, options);
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

const ACCOUNTS: AccountMap = {
  sales: [
    { treatment: "domestic", taxRate: 19, account: "8400" },
    { treatment: "reverse-charge", account: "8336" },
  ],
  payments: [{ account: "1200" }],
  debtors: { first: "10000" },
  datev: { consultant: 29098, client: 55003 },
};

const QUARTER = "from=2026-10-01&to=2026-12-31";
const filesAt = async (get: Awaited<ReturnType<typeof openPanel>>["get"], path: string) =>
  unzipSync(await bytesOf(await get(path)));

test("the accountant's archive of a quarter has documents, rows, payments, lists, the report and a batch a month", async () => {
  const { company, clock, get, keep } = await openPanel({ render: printed });
  await company.saveProfile(germanProfile(SELLER));
  await keep(ACCOUNTS);
  clock.set("2026-09-15T12:00:00.000Z");
  await company.issue(order()); // not of these days
  const later = await company.issue(order({ supplyDate: "2026-10-05" })); // booked in them
  clock.set("2026-10-20T12:00:00.000Z");
  const paid = await company.issue({ ...ORDER, ...DOMESTIC, supplyDate: "2026-10-20" });
  clock.set("2026-11-20T12:00:00.000Z");
  await company.recordPayment(paid.id, { amount: 10, paidOn: "2026-11-02", method: "card" });
  const note = await company.credit(paid.id, { reason: "x", lines: [{ line: 1, netAmount: 10 }] });
  expect(await (await get(`/accountant?${QUARTER}`)).json()).toMatchObject({ total: expect.any(Number) });
  const files = await filesAt(get, `/accountant.zip?${QUARTER}&decimal=comma`);
  const days = "2026-10-01 2026-12-31";
  expect(Object.keys(files).sort()).toEqual(
    [
      ...[
        `Credit notes ${days}.csv`,
        `Invoices ${days}.csv`,
        `Payments ${days}.csv`,
        `Rows for bookkeeping ${days}.csv`,
      ],
      `VAT returns/VAT return ${days}.csv`,
      ...["10-01_2026-10-31", "11-01_2026-11-30"].map((span) => `EXTF_Buchungsstapel_2026-${span}.csv`),
      ...[
        `Invoices/${later.invoiceNumber}.pdf`,
        `Invoices/${paid.invoiceNumber}.pdf`,
        `Invoices/${paid.invoiceNumber}.xml`,
      ],
      ...["pdf", "xml"].map((extension) => `Credit notes/${note.creditNoteNumber}.${extension}`),
    ].sort(),
  );
  expect(text(files[`Payments ${days}.csv`])).toContain(
    `"2026-11-02";"${paid.invoiceNumber}";"Exemple SARL";"10001";"1200";"card"`,
  );
  expect(text(files[`Rows for bookkeeping ${days}.csv`]).split("\r\n")).toHaveLength(6);
  const october = new TextDecoder("windows-1252").decode(files["EXTF_Buchungsstapel_2026-10-01_2026-10-31.csv"]);
  expect(october).toContain(";20261001;20261031;");
  expect(october.split("\r\n")).toHaveLength(5);
});

test("what it will lack is said before, in the words of the file that it then has", async () => {
  const { company, get, keep } = await openPanel({ render: printed });
  await keep(ACCOUNTS);
  await company.issue(order({ clientCountry: "CH", supply: "goods" }));
  const lacking = await company.issue(order({ clientCountry: "DE", isCompany: true, clientAddress: undefined }));
  const { missing } = (await (await get(`/accountant?${QUARTER}`)).json()) as { missing: string[] };
  expect(missing[0]).toBe("No account for: Invoice, Export, 0%, CH.");
  expect(missing[1]).toBe("No DATEV file for 2026-11-01 to 2026-11-30, because of the above.");
  expect(missing[2]).toContain(lacking.invoiceNumber);
  const files = await filesAt(get, `/accountant.zip?${QUARTER}`);
  expect(text(files["Missing.txt"]).split("\r\n").slice(2, -1)).toEqual(missing);
  expect(Object.keys(files).filter((name) => name.startsWith("EXTF"))).toEqual([]);
});

test("without accounts it says so once, and the rows are there; days that are none are refused", async () => {
  const { company, get } = await openPanel({ render: printed });
  await company.issue(order({ clientCountry: "CH", supply: "goods" }));
  const check = (await (await get(`/accountant?${QUARTER}`)).json()) as { missing: string[] };
  expect(check.missing).toEqual([expect.stringContaining("No accounts are entered")]);
  expect((await get("/accountant.zip?from=2026-10-01&to=x")).status).toBe(422);
  expect((await get("/accountant?from=2026-12-01&to=2026-10-01")).status).toBe(422);
});

test("the settings keep accounts that the library accepts, and name the field of others", async () => {
  const { get, put } = await openPanel();
  const kept = async () => ((await (await get("/settings")).json()) as { accounts: AccountMap | null }).accounts;
  const refused = await put({ ...ACCOUNTS, sales: [{ taxRate: "x", account: "8400" }] });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: [{ pointer: "/accounts/sales/0/taxRate" }] },
  ]);
  expect(await kept()).toBeNull();
  expect((await put(ACCOUNTS)).status).toBe(200);
  expect(await kept()).toEqual(ACCOUNTS);
});

/** Few large files, and at night as many as a large company has in a quarter. */
const [COUNT, SIZE] = process.env["FAKTURA_NIGHTLY"] === undefined ? [100, 1_000_000] : [20_000, 100_000];

test("the files of many invoices are not held in memory while the archive is sent", async () => {
  const { company, get } = await openPanel({ render: () => new Uint8Array(SIZE) }, await openSqliteStore(freshFile()));
  for (let issued = 0; issued < COUNT; issued += 100) {
    await company.issueMany(Array.from({ length: 100 }, () => order()));
  }
  const response = await get(`/accountant.zip?${QUARTER}`);
  const reader = response.body!.getReader();
  let [sent, most] = [0, 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    sent += part.value.length;
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  expect(sent).toBeGreaterThan(COUNT * SIZE);
  expect(most).toBeLessThan(Math.min(0.8 * sent, 150_000_000));
}, 600_000);
