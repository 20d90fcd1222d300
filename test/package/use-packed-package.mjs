/**
 * Imports and requires every entry of the installed package, and issues an invoice with it. Run in a folder into which
 * the packed package was installed, on every Node that is supported. README's links must lead somewhere there too.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

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
  const imported = await import(require.resolve(name));
  const required = require(name);
  assert.ok(Object.keys(imported).length > 0, `${name} exports nothing`);
  for (const key of Object.keys(imported)) assert.equal(required[key], imported[key], `${name}: ${key} is there twice`);
}

const { createInvoicing, Refusal } = require("faktura");
const { memoryStore } = require("faktura/memory");
assert.equal(require("faktura/vat").Refusal, Refusal, "there are two Refusal classes");

const invoicing = createInvoicing({ store: memoryStore() });
const acme = invoicing.company("acme");
await acme.saveProfile({
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
});
const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];
const invoice = await acme.issue({ clientName: "Kundin AG", clientCountry: "DE", items });
assert.equal(invoice.total, 238);
await invoicing.close();
console.log(`Node ${process.version}: ${entries.length} entries imported and required`);
