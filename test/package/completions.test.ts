import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { COUNTRY_CODES } from "../../src/domain/vat/territory/country.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What an editor offers inside the empty string of `source`. */
function completionsIn(source: string): string[] {
  const file = join(ROOT, "test/package/typed.ts");
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
  const read = (path: string) => (path === file ? source : ts.sys.readFile(path));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => (read(path) === undefined ? undefined : ts.ScriptSnapshot.fromString(read(path)!)),
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
  const entries = service.getCompletionsAtPosition(file, source.indexOf('""') + 1, {})?.entries ?? [];
  return entries.filter(({ kind }) => kind === ts.ScriptElementKind.string).map(({ name }) => name);
}

test("an editor completes every country and currency, and other strings still compile", () => {
  const order = (fields: string) =>
    `import type { InvoiceOrder } from "faktura"; const o: Partial<InvoiceOrder> = {${fields}};`;
  expect(completionsIn(order('clientCountry: ""')).sort()).toEqual([...COUNTRY_CODES].sort());
  expect(completionsIn(order('currency: ""'))).toEqual(expect.arrayContaining(["EUR", "HUF", "USD"]));
  const read: string = COUNTRY_CODES[0]!;
  const anyString: import("faktura").CountryCode = read;
  expect(anyString).toBe(read);
});
