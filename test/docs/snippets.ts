import { dirname, join } from "node:path";
import ts from "typescript";
import { PAGES, ROOT, readPage, SOURCES } from "./pages.ts";

/** A complete block of TypeScript, from a page or an `@example`. */
export interface Snippet {
  /** Its location, such as `README.md:20`. */
  readonly place: string;
  /** The file as which it is compiled and run. */
  readonly file: string;
  readonly code: string;
  /** `false` for a snippet that starts a server, which is only compiled. In its own process for suites of node:test. */
  readonly runs: "never" | "here" | "apart";
  /** Whether to compile it as for a bundler, with imports without file extensions. */
  readonly bundled: boolean;
}

/** The folder of snippets while they are compiled and run: where the packages of the examples resolve. */
export const SNIPPETS_FOLDER = join(ROOT, "docs/examples/.snippets");

/** Files that a page's blocks import but that its reader generates: the name, and where they are here. */
export const GENERATED = {
  file: join(ROOT, "test/http/generated/openapi-types.ts"),
  imported: join(SNIPPETS_FOLDER, "docs-guide-mounting-md/accounting-types.ts"),
};

const FENCE = /^```(?:ts|typescript)(?<info>[^\n]*)\n(?<code>.*?)^```$/gms;
const EXAMPLE = /^ *\* @example\n(?<block>(?: *\*(?!\/)[^\n]*\n)*)/gm;
const FILE_NAME = /^\/\/ (?<name>\S+\.ts)\n/;

/**
 * All snippets. One that begins with its file's name, as in `// accounting.ts`, can be imported by others of its page.
 */
export function collectSnippets(): readonly Snippet[] {
  const inPages = PAGES.flatMap((path) => snippetsIn(path, readPage(path), 1));
  const inSources = SOURCES.flatMap((path) => {
    const text = readPage(path);
    return [...text.matchAll(EXAMPLE)].flatMap((example) => {
      const block = example.groups!["block"]!.replace(/^ *\* ?/gm, "");
      return snippetsIn(path, block, lineOf(text, example.index) + 1);
    });
  });
  return [...inPages, ...inSources];
}

function snippetsIn(path: string, text: string, firstLine: number): Snippet[] {
  return [...text.matchAll(FENCE)].map((fence) => {
    const { info, code } = fence.groups as { info: string; code: string };
    const line = firstLine + lineOf(text, fence.index);
    const name = FILE_NAME.exec(code)?.groups?.["name"] ?? `line-${line}.ts`;
    const file = join(SNIPPETS_FOLDER, path.replaceAll(/[./]/g, "-"), name);
    const runs = info.includes("no-run") ? "never" : code.includes('from "node:test"') ? "apart" : "here";
    return { place: `${path}:${line}`, file, code, runs, bundled: info.includes("bundler") };
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** The compiler's errors for each snippet's file, with the repository's options or those of Next.js. */
export function compileSnippets(snippets: readonly Snippet[]): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, undefined, join(ROOT, "tsconfig.json"));
  // A page may show how to create something without using it.
  const asNode = { ...options, noUnusedLocals: false, moduleDetection: ts.ModuleDetectionKind.Force };
  const asBundler = {
    ...asNode,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: false,
  };
  const [forNode, forBundlers] = [false, true].map((bundled) =>
    snippets.filter((snippet) => snippet.bundled === bundled),
  );
  return new Map([...faultsIn(forNode!, asNode), ...faultsIn(forBundlers!, asBundler)]);
}

function faultsIn(snippets: readonly Snippet[], options: ts.CompilerOptions): [string, readonly string[]][] {
  const files = snippets.map(({ file }) => file);
  const program = ts.createProgram(files, options);
  return files.map((file) => [file, ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(said)]);
}

function said({ messageText, file, start }: ts.Diagnostic): string {
  const line = file === undefined ? "" : `line ${file.getLineAndCharacterOfPosition(start ?? 0).line + 1}: `;
  return line + ts.flattenDiagnosticMessageText(messageText, "\n");
}

/** One `console.log` of a snippet: its location, and what its comment says that it prints. */
export interface Print {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly expected: string | undefined;
}

/** The snippet's `console.log`s, in order. A comment at the end of the line states the output. */
export function printsOf({ file, code }: Snippet): readonly Print[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const prints: Print[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "console.log") {
      const start = node.expression.getStart();
      const statement = ts.isExpressionStatement(node.parent) ? node.parent : node;
      const comment = ts.getTrailingCommentRanges(code, statement.end)?.[0];
      prints.push({
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        start,
        end: node.expression.end,
        expected: comment && code.slice(comment.pos, comment.end).replace(/^\/\/ ?/, ""),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return prints;
}

/** The snippet with each `console.log` replaced by `globalThis.printedBySnippet(file, line, …)`, on the same lines. */
export function instrumented(snippet: Snippet): string {
  return printsOf(snippet).reduceRight((code, { line, start, end }) => {
    const recorder = `globalThis.printedBySnippet.bind(null, ${JSON.stringify(snippet.file)}, ${line})`;
    return code.slice(0, start) + recorder + code.slice(end);
  }, snippet.code);
}

export function folderOf({ file }: Snippet): string {
  return dirname(file);
}
