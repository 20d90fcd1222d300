/**
 * Issues an invoice in Jest as the guide configures it, before Jest could `require` ES modules. Run in a folder into which
 * the packed package, jest, @swc/core and @swc/jest were installed.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const guide = readFileSync(join("node_modules", "faktura", "docs", "guide", "embedding.md"), "utf8");
const [, config] =
  /```js\n\/\/ jest\.config\.js\n(.*?)```/s.exec(guide) ?? assert.fail("the guide has no jest.config.js");
writeFileSync("jest.config.js", config);
writeFileSync(
  "invoicing.test.ts",
  `import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
test("issues", async () => {
  const acme = createInvoicing({ store: memoryStore() }).company("acme");
  const vat = { vatRegistered: true, ossRegistered: true };
  await acme.saveProfile({ name: "Firma GmbH", country: "DE", ...vat, defaultCurrency: "EUR", invoicePrefix: "INV" });
  const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];
  expect((await acme.issue({ clientName: "Kundin AG", clientCountry: "DE", items })).total).toBe(238);
});
`,
);
const jest = spawnSync(process.execPath, [join("node_modules", "jest", "bin", "jest.js")], { encoding: "utf8" });
assert.equal(jest.status, 0, jest.stderr);
console.log("issued an invoice in Jest");
