/**
 * Goal: a state that the package does not know gets what those inside it have, from values that a user passes.
 * Method: Ruritania is written as docs/guide/own-format.md says, and used through the API, HTTP, the page and the command.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CompanyProfile, createInvoicing, type InvoicingStore, isRefusal } from "faktura";
import { formatContract } from "faktura/contract";
import { createHttpHandler } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { printedContent, renderPdf } from "faktura/pdf";
import { openSqliteStore } from "faktura/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { FONTS } from "../../pdf/fonts.ts";
import { bundleScript } from "../../support/bundled-script.ts";
import {
  type ChainRecord,
  MENTION,
  ruritania,
  ruritanianChain,
  ruritanianCode,
  ruritanianRecords,
} from "./ruritania.ts";

const folder = mkdtempSync(join(tmpdir(), "ruritania-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SELLER: CompanyProfile = {
  ...{ name: "Zenda Forge", country: "AQ", vatRegistered: true, ossRegistered: false, taxNumber: "12345678" },
  ...{ defaultCurrency: "EUR", invoicePrefix: "Z", legalNote: MENTION, requires: ["ruritania", "ruritania-chain"] },
};
const SWORDS = { description: "Swords", quantity: 2, unitPrice: 100 };
const BARE = { clientName: "Hentzau &\u0001 Sons", clientCountry: "AQ", items: [SWORDS] } as const;
const ORDER = { ...BARE, items: [{ ...SWORDS, attributes: [{ name: "Guild", value: "smiths" }] }] } as const;
const OPTIONS = { device: "Anvil 1" };

async function openBooks(profile: Partial<CompanyProfile> = {}, store: InvoicingStore = memoryStore()) {
  const rates = { AQ: [{ since: "2020-01-01", percent: "12" }] };
  const invoicing = createInvoicing({ store, rates, formats: [ruritania, ruritanianChain] });
  const company = invoicing.company("forge");
  await company.saveProfile({ ...SELLER, ...profile });
  return { invoicing, company };
}

/** An invoice with its seal, its credit note, and an invoice of a company that lacks everything, with its credit note. */
async function documents() {
  const { company } = await openBooks();
  const { id } = await company.issue(ORDER);
  await company.recordPortalNumber(id, { portal: "chancery", number: "RS-000001" });
  const creditNote = await company.credit(id, { reason: "Blunt" });
  const bare = await openBooks({ taxNumber: undefined, legalNote: undefined, requires: undefined });
  const lacking = await bare.company.issue(BARE);
  return [await company.get(id), creditNote, lacking, await bare.company.credit(lacking.id, { reason: "Blunt" })];
}

async function chain() {
  const { company } = await openBooks();
  const [first, second] = [await company.issue(ORDER), await company.issue({ ...ORDER, clientName: "Henzau" })];
  const on = second.issueDate;
  const refusal = { portal: "chancery", code: "CLIENT", on, record: { clientName: "Hentzau" } };
  await company.recordPortalRefusal(second.id, refusal);
  await company.credit(first.id, { reason: "Blunt", lines: [{ line: 1, quantity: 1 }] });
  await company.cancel(second.id);
  return { company, options: OPTIONS, second };
}

describe("the file", () => formatContract({ test, format: ruritania, documents }));
describe("the chain", () => formatContract({ test, format: ruritanianChain, documents, chain }));

test("each rule names the field that fixes it, and the credit note repeats what its invoice has", async () => {
  const [, creditNote, lacking, lackingCredit] = await documents();
  const fieldsOf = (document: typeof creditNote) => ruritania.gaps(document!).map(({ field }) => field);
  expect(fieldsOf(creditNote)).toEqual([]);
  expect(fieldsOf(lacking)).toEqual(["seller.taxNumber", "seller.legalNote", "items[].attributes"]);
  expect(fieldsOf(lackingCredit)).toEqual([...fieldsOf(lacking), "correctedPortalNumbers"]);
  const { taxNumber, legalNote } = SELLER;
  const gaps = ruritania.gaps(lacking!, { ownProfile: { taxNumber, legalNote } });
  expect(gaps.map(({ rule }) => rule)).toEqual(["RUR-3"]);
});

test("an order that the Chancery would not take is refused, with pointers into it", async () => {
  const { company } = await openBooks();
  const refusal = await company.issue(BARE).catch((error: unknown) => error);
  if (!isRefusal(refusal, "einvoice_incomplete")) throw refusal;
  expect(refusal.errors).toEqual([{ pointer: "/items/*/attributes", detail: expect.stringContaining("RUR-3") }]);
  expect((await company.issue(ORDER)).invoiceNumber).toMatch(/-0001$/);
});

test("the files, the seals and the refusals are served over HTTP, and the page has the file, the code and the mention", async () => {
  const { invoicing, company } = await openBooks();
  const handle = createHttpHandler(invoicing, {
    authenticate: () => ({ companyId: "forge", scopes: ["read:invoices", "write:invoices"] }),
    extended: true,
    renderPdf: (document, request) =>
      renderPdf(document, { fonts: FONTS, ...request, codes: [ruritanianCode(document)] }),
  });
  const call = (path: string, body?: object) =>
    handle(
      new Request(`http://localhost${path}`, {
        headers: { Authorization: "Bearer key", "Content-Type": "application/json" },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      }),
    );
  const { id, issueDate } = await company.issue(ORDER);
  const wrong = await call(`/invoices/${id}/portal-numbers`, { portal: "chancery", number: "RS-1" });
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining("a seal of the Chancery: RS- and 6 digits"),
  ]);
  expect((await call(`/invoices/${id}/portal-numbers`, { portal: "chancery", number: "RS-000001" })).status).toBe(200);
  const refused = await call(`/invoices/${id}/portal-refusals`, { portal: "chancery", code: "SUM", on: issueDate });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Credit the invoice")]);

  const { id: creditNoteId } = await company.credit(id, { reason: "Blunt" });
  const file = await call(`/credit-notes/${creditNoteId}/documents/ruritania`);
  expect(file.headers.get("Content-Type")).toContain("application/xml");
  const xml = await file.text();
  expect(xml).toContain("<Client>Hentzau &#38; Sons</Client>");
  expect(xml).toContain("<CorrectedSeal>RS-000001</CorrectedSeal><Line><Text>Swords</Text><Guild>smiths</Guild>");

  const page = Buffer.from(await (await call(`/invoices/${id}/documents/pdf?profile=ruritania`)).arrayBuffer());
  expect(page.toString("latin1")).toContain("ruritania.xml");
  const plain = await renderPdf(await company.get(id), { fonts: FONTS, attach: ruritania });
  expect(page.length).toBeGreaterThan(plain.length); // by the code
  const { legalNote, lines } = await printedContent(await company.get(id));
  expect([legalNote, JSON.stringify(lines)]).toEqual([SELLER.legalNote, expect.stringContaining("Guild: smiths")]);
});

test("each record of the chain has the hash of the one before, and a refused one is corrected", async () => {
  const { company, second } = await chain();
  const records: ChainRecord[] = [];
  for await (const record of ruritanianRecords(company, OPTIONS)) records.push(record);
  expect(records.map(({ kind, number, total, client }) => [kind, number.slice(-4), total, client])).toEqual([
    ["issued", "0001", "224.00", BARE.clientName],
    ["issued", "0002", "224.00", "Henzau"],
    ["corrected", "0002", "224.00", "Hentzau"],
    ["issued", "0001", "112.00", BARE.clientName],
    ["cancelled", "0002", "224.00", second.clientName],
  ]);
  records.forEach((record, index) => {
    expect(record.previous).toBe(records[index - 1]?.hash ?? "");
    const { hash, ...fields } = record;
    expect(hash).toBe(createHash("sha256").update(JSON.stringify(fields)).digest("hex"));
  });
});

test("the command exports the files with a module of formats, and lists the gaps", async () => {
  const database = join(folder, "books.db");
  const { invoicing, company } = await openBooks({ requires: undefined }, await openSqliteStore(database));
  const { invoiceNumber } = await company.issue(ORDER);
  await company.issue(BARE);
  await invoicing.close();
  const formats = bundleScript("test/einvoice/ruritania/ruritania.ts");
  const args = `export ${database} --company forge --format ruritania --formats ${formats} --out ${folder}`.split(" ");
  const { status, stdout, stderr } = await runCli(args);
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(/RUR-3 +items\[\]\.attributes +Each line names its guild/);
  expect(readFileSync(join(folder, `${invoiceNumber}.xml`), "utf8")).toContain("<Guild>smiths</Guild>");
});
