/**
 * Imports and requires every entry of the installed package, issues an invoice with it and runs its command. Run in a
 * folder into which the packed package was installed, on every Node that is supported. README's links must lead
 * somewhere there too.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const installed = join("node_modules", "faktura");
const readme = readFileSync(join(installed, "README.md"), "utf8");
for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
  assert.ok(existsSync(join(installed, path)), `README.md links to ${path}, which the package lacks`);
}

const require = createRequire(join(process.cwd(), "package.json"));
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");

for (const entry of entries) {
  const name = entry.replace(".", "faktura");
  for (const [way, { types }] of Object.entries(manifest.exports[entry])) {
    assert.ok(existsSync(join(installed, types)), `${name} has no types for ${way}`);
  }
  const imported = await import(pathToFileURL(join(installed, manifest.exports[entry].import.default)).href);
  const required = require(name);
  assert.ok(Object.keys(imported).length > 0, `${name} exports nothing`);
  for (const key of Object.keys(imported)) assert.equal(required[key], imported[key], `${name}: ${key} is there twice`);
}

const { createInvoicing, Refusal } = require("faktura");
const { memoryStore } = require("faktura/memory");
assert.equal(require("faktura/vat").Refusal, Refusal, "there are two Refusal classes");

const store = memoryStore();
const { xrechnung, facturX } = require("faktura/einvoice");
const { ksef } = require("faktura/einvoice/pl");
const invoicing = createInvoicing({ store, formats: [xrechnung, facturX, ksef] });
assert.deepEqual(invoicing.formats, [xrechnung, facturX, ksef]);
const acme = invoicing.company("acme");
const profile = {
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  vatNumber: "DE136695976",
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};
await acme.saveProfile(profile);
const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];
const invoice = await acme.issue({ clientName: "Kundin AG", clientCountry: "DE", items });
assert.equal(invoice.total, 238);
assert.match(facturX.syntaxes.cii.write(invoice), /CrossIndustryInvoice/);
assert.equal(xrechnung.gaps(invoice)[0].rule, "BR-DE-1");
await assert.rejects(
  acme.saveProfile({ ...profile, requires: "peppol" }),
  /import \{ peppol \} from "faktura\/einvoice"/,
);

const { createHttpHandler } = require("faktura/http");
const handle = createHttpHandler(invoicing, {
  authenticate: () => ({ companyId: "acme", scopes: ["read:invoices"] }),
  extended: true,
});
const headers = { Authorization: "Bearer key" };
const read = (syntax) =>
  handle(new Request(`http://localhost/invoices/${invoice.id}/documents/${syntax}`, { headers }));
assert.deepEqual([(await read("cii?profile=factur-x")).status, (await read("fatturapa")).status], [200, 404]);
await assert.rejects(require("faktura/pdf").renderPdf(invoice, { fonts: {} }), /Run `npm install pdfkit uqr`/);

const { createPanel, panelTables } = require("faktura/panel");
const panel = createPanel(invoicing, {
  authenticate: () => ({ companies: ["acme"], actor: "jane", can: { issue: true, settings: true, keys: true } }),
  tables: panelTables(store),
});
const page = await (await panel(new Request("http://localhost/panel/acme"))).text();
for (const [, path] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
  assert.equal((await panel(new Request(`http://localhost${path}`))).status, 200, path);
}
assert.match(page, /src="\/panel\/assets\/[A-Z\d]+-panel\.js"/);
await invoicing.close();

const command = join("node_modules", ".bin", "faktura");
accessSync(command, constants.X_OK);
assert.match(readFileSync(command, "utf8"), /^#!\/usr\/bin\/env node\n/);
const faktura = (...args) => spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
assert.equal(faktura("--help").status, 0);
const misuse = faktura("audti");
assert.equal(misuse.status, 2, misuse.stderr);
assert.match(misuse.stderr, /Unknown command audti/);
const file = join(mkdtempSync(join(tmpdir(), "faktura-packed-")), "invoices.db");
if (isBuiltin("node:sqlite")) {
  const { openSqliteStore } = require("faktura/sqlite");
  const kept = createInvoicing({ store: await openSqliteStore(file) });
  await kept.company("acme").saveProfile(profile);
  await kept.company("acme").issue({ clientName: "Kundin AG", clientCountry: "DE", items });
  await kept.close();
  const audit = faktura("audit", file);
  assert.equal(audit.status, 0, audit.stderr);
  assert.match(audit.stdout, /^acme: 1 invoice, 1 entry: sound\n/);
} else {
  writeFileSync(file, "");
  const audit = faktura("audit", file);
  assert.equal(audit.status, 2, audit.stderr);
  assert.match(audit.stderr, /\. Run `npm install better-sqlite3`/); // Node 20 has no SQLite of its own, and none was installed
}
rmSync(dirname(file), { recursive: true });
console.log(`Node ${process.version}: ${entries.length} entries imported and required`);
