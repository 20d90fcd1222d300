import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const { tsup, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  tsup: { entry: Record<string, string> };
  bin: Record<string, string>;
};
const ENTRIES = Object.entries(tsup.entry)
  .filter(([name]) => !Object.values(bin).includes(`./dist/${name}.js`))
  .map(([, file]) => join(ROOT, file));

const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
const program = ts.createProgram(ENTRIES, options);
const checker = program.getTypeChecker();

/** The members of an exported type that are declared here, such as `InvoiceOrder.items`, with those of their own objects. */
function* membersOf(name: string, type: ts.Type, seen: Set<ts.Type>): Generator<[name: string, member: ts.Symbol]> {
  if (seen.has(type)) return;
  seen.add(type);
  if (type.isUnionOrIntersection()) {
    for (const part of type.types) yield* membersOf(name, part, seen);
    return;
  }
  for (const member of type.getProperties()) {
    const declaration = member.declarations?.[0];
    if (!declaration?.getSourceFile().fileName.startsWith(join(ROOT, "src"))) continue;
    if (ts.isClassElement(declaration) && declaration.name && ts.isPrivateIdentifier(declaration.name)) continue;
    const owner = ts.isInterfaceDeclaration(declaration.parent) ? declaration.parent.name.text : name;
    yield [`${owner}.${member.name}`, member];
    const inner = checker.getTypeOfSymbol(member);
    if (ts.isPropertySignature(declaration) && declaration.type && ts.isTypeLiteralNode(declaration.type)) {
      yield* membersOf(`${name}.${member.name}`, inner, seen);
    }
  }
}

test("an editor shows a sentence for everything that is exported, and for each of its members", () => {
  const seen = new Set<ts.Type>();
  const silent = new Set<string>();
  const isSilent = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;
  let members = 0;
  for (const entry of ENTRIES) {
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (isSilent(symbol)) silent.add(symbol.name);
      if (!(symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class))) continue;
      for (const [name, member] of membersOf(symbol.name, checker.getDeclaredTypeOfSymbol(symbol), seen)) {
        members += 1;
        if (isSilent(member)) silent.add(name);
      }
    }
  }
  expect(members).toBeGreaterThan(500);
  expect([...silent]).toEqual([]);
});
