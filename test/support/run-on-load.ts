import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** What Workers forbid while a module is loaded, besides what {@link ALLOWED} leaves of Node's modules: calls of globals. */
const FORBIDDEN =
  /^(?:Math\.random|Date\.now|performance\.now|set(?:Timeout|Interval|Immediate)|queueMicrotask|fetch|(?:globalThis\.)?crypto\.[\w.]+|process\.\w+)$/;

/** What makes a schema of zod. A registry has none yet. */
export const MAKES_SCHEMA = /^z\.(?!registry$)/;

/** Calls of Node's modules that only make an object, or change a text. */
const ALLOWED = ["AsyncLocalStorage", "AsyncResource", "fileURLToPath", "tracingChannel"];

/** Methods that call the functions passed to them at once. */
const CALLS_AT_ONCE = /\.(?:map|flatMap|filter|find\w*|forEach|some|every|reduce|sort|toSorted|from)$/;

type Functions = ts.FunctionLikeDeclaration | ts.ClassDeclaration;

/** A module as the compiler reads it: the functions and classes at its top level, and where its names come from. */
interface Module {
  readonly source: ts.SourceFile;
  readonly functions: ReadonlyMap<string, Functions>;
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const functions = new Map<string, Functions>();
  const imports = new Map<string, { from: string; name: string }>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) functions.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer !== undefined && isFunction(initializer))
          functions.set(name.text, initializer);
      }
    } else if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = statement.moduleSpecifier.text;
      const { name, namedBindings } = statement.importClause ?? {};
      if (name !== undefined) imports.set(name.text, { from, name: "default" });
      if (namedBindings === undefined) continue;
      if (ts.isNamespaceImport(namedBindings)) imports.set(namedBindings.name.text, { from, name: "*" });
      else
        for (const each of namedBindings.elements)
          imports.set(each.name.text, { from, name: (each.propertyName ?? each.name).text });
    }
  }
  const module = { source, functions, imports };
  modules.set(file, module);
  return module;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && "body" in node;
}

/**
 * The calls that a file makes when it is loaded and that Workers forbid there: for randomness, the time, timers, and
 * whatever else Node's modules do; or those that `forbidden` names in their place. Functions of the sources that it calls then are followed.
 */
export function forbiddenOnLoad(file: string, forbidden = FORBIDDEN): string[] {
  const found: string[] = [];
  const followed = new Set<ts.Node>();

  const follow = (path: string, name: string) => {
    const { functions, imports } = moduleOf(path);
    const target = functions.get(name);
    const imported = imports.get(name);
    if (target !== undefined && !followed.has(target)) {
      followed.add(target);
      runBody(path, target);
    } else if (imported?.from.startsWith(".")) follow(join(dirname(path), imported.from), imported.name);
  };

  const runBody = (path: string, called: Functions) => {
    if (!ts.isClassDeclaration(called)) {
      if (called.body !== undefined) run(path, called.body);
      return;
    }
    for (const member of called.members) {
      if (ts.isConstructorDeclaration(member) && member.body !== undefined) run(path, member.body);
      if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) run(path, member.initializer);
    }
  };

  const call = (path: string, node: ts.CallExpression | ts.NewExpression) => {
    const { source, imports } = moduleOf(path);
    const callee = node.expression.getText(source).replace(/\s/g, "");
    const [first = ""] = callee.split(".");
    const isOfNode = imports.get(first)?.from.startsWith("node:") === true && !ALLOWED.includes(first);
    const isNow = ts.isNewExpression(node) && callee === "Date" && node.arguments?.length === 0;
    if (forbidden.test(callee) || isOfNode || isNow) found.push(`${path}: ${callee}`);
    if (ts.isIdentifier(node.expression)) follow(path, callee);
    if (isFunction(unwrapped(node.expression))) runBody(path, unwrapped(node.expression) as ts.FunctionLikeDeclaration);
    for (const argument of CALLS_AT_ONCE.test(callee) ? (node.arguments ?? []) : []) {
      if (isFunction(argument)) runBody(path, argument);
      else if (ts.isIdentifier(argument)) follow(path, argument.text);
    }
  };

  const run = (path: string, node: ts.Node): void => {
    if (isFunction(node)) return;
    if (ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
      return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) call(path, node);
    ts.forEachChild(node, (child) => run(path, child));
  };

  run(file, moduleOf(file).source);
  return found;
}

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node;
}
