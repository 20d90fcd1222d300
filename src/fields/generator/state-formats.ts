import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const pathOf = (...parts: string[]) => join(import.meta.dirname, "../../..", ...parts);
const entryOf = (state: string) => pathOf("src/einvoice", state, "index.ts");

/** How the entry of a state exports its format. */
const FORMAT = /^export const (\w+) = \{\n {2}(?:\.\.\.\{ )?id: "([^"]+)"/m;

/** The folders of `src/einvoice` with an entry of the package, in alphabetical order. */
const states = () =>
  readdirSync(pathOf("src/einvoice"))
    .filter((name) => existsSync(entryOf(name)))
    .sort();

/** The format that the entry of each of these states exports. */
function formats() {
  return states().map((state) => {
    const [, name, id] = FORMAT.exec(readFileSync(entryOf(state), "utf8")) ?? [];
    if (id === undefined)
      throw new TypeError(
        `src/einvoice/${state}/index.ts must export its format as a constant without a type, whose first key is id: export const x = { id: "x", …} satisfies DocumentFormat`,
      );
    return { state, name, id };
  });
}

/** What a host imports to pass the formats of one state. */
export function formatEntriesFile(): string {
  const rows = formats().map(({ state, name, id }) => `  ["${id}", ["${name}", "faktura/einvoice/${state}"]],\n`);
  return `/** The formats of one state, by id: the name of each, and the entry that exports it. */
export const FORMAT_ENTRIES = [
${rows.join("")}] as const;
`;
}

/** The formats of one state themselves, for the command. */
export function formatListFile(): string {
  const imports = formats().map(({ state, name }) => {
    const entry = JSON.stringify(`../../einvoice/${state}/index.ts`);
    return `import { ${name} } from ${entry};\n`;
  });
  const names = formats().map(({ name }) => name);
  return `${imports.join("")}\n/** The formats of one state. */\nexport const STATE_FORMATS = [${names.join(", ")}] as const;\n`;
}

/** Where `package.json` has an entry for each state: its types, how it is imported, what it is built from. */
const ENTRIES = [
  ' {6}"einvoice/(\\w+)": \\[[^\\]]*\\],\\n',
  ' {4}"\\./einvoice/(\\w+)": \\{[^]*?\\n {4}\\},\\n',
  ' {6}"einvoice-(\\w+)": .*\\n',
];

/** `package.json` with the entries of all states, each like that of the first. */
export function packageManifest(): string {
  const manifest = readFileSync(pathOf("package.json"), "utf8");
  return ENTRIES.reduce((text, entry) => {
    return text.replace(new RegExp(`(?:${entry})+`), (all) => {
      const [one, first] = new RegExp(entry).exec(all)!;
      const own = new RegExp(`(einvoice[-/])${first}\\b`, "g");
      return states()
        .map((state) => one.replace(own, `$1${state}`))
        .join("");
    });
  }, manifest);
}
