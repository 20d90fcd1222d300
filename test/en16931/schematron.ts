import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { XmlDocument, XmlElement } from "libxml2-wasm";

const SCHEMATRON = "http://purl.oclc.org/dsdl/schematron";
const XSLT = "http://www.w3.org/1999/XSL/Transform";
const XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

/**
 * An XSLT 3.0 stylesheet that does what a Schematron file asks. It answers with one `<failed id flag>` for each assertion
 * that does not hold and each report that does. Each pattern is a mode, and each rule in it a template. Of the rules that match a node, Schematron
 * fires only the first of a pattern, so priorities fall.
 */
export function stylesheetOf(path: string): string {
  const document = parse(path);
  const { root } = document;
  // Prefixes of the rules' paths come from `ns`, those of their functions from the root element.
  const prefixes = new Map(
    Object.entries({ xs: XML_SCHEMA, ...root.namespaces }).filter(([prefix]) => prefix !== "" && prefix !== "xsl"),
  );
  for (const ns of childrenOf(root, "ns")) prefixes.set(attribute(ns, "prefix"), attribute(ns, "uri"));
  const namespaces = [...prefixes].map(([prefix, uri]) => `xmlns:${prefix}="${escaped(uri)}"`);
  const patterns = concrete(
    childrenOf(root, "include")
      .map((include) => parse(join(includeFolderOf(path), attribute(include, "href"))).root)
      .concat(childrenOf(root, "pattern")),
  );
  const functions = childrenOf(root, "function", XSLT).map((element) => element.toString());
  const stylesheet = [
    `<xsl:stylesheet version="3.0" xmlns:xsl="${XSLT}" ${namespaces.join(" ")}>`,
    '<xsl:output method="xml" omit-xml-declaration="yes"/>',
    ...functions,
    ...childrenOf(root, "let").map(variable),
    `<xsl:template match="/"><findings>`,
    ...patterns.map((_, index) => `<xsl:apply-templates select="/" mode="m${index}"/>`),
    "</findings></xsl:template>",
    ...patterns.flatMap((pattern, index) => templatesOf(pattern, `m${index}`)),
    "</xsl:stylesheet>",
  ].join("\n");
  document.dispose();
  return stylesheet;
}

/** Folders without the files that their rules include, and where these are: Croatia's code lists did not change. */
const INCLUDED_FROM: Readonly<Record<string, string>> = { "hr-cius-2026-03-13": "../../hr/1.0.3" };

function includeFolderOf(path: string): string {
  const folder = dirname(path);
  return join(folder, INCLUDED_FROM[basename(folder)] ?? "");
}

function parse(path: string): XmlDocument {
  return XmlDocument.fromBuffer(readFileSync(path));
}

/**
 * The patterns, with those that say `is-a` as the abstract ones that they name. A parameter takes the place of its name, the
 * longest first, because a name can begin with another.
 */
function concrete(patterns: readonly XmlElement[]): XmlElement[] {
  const isAbstract = (pattern: XmlElement) => attribute(pattern, "abstract") === "true";
  return patterns
    .filter((pattern) => !isAbstract(pattern))
    .map((pattern) => {
      const name = attribute(pattern, "is-a");
      if (name === "") return pattern;
      const model = patterns.find((each) => isAbstract(each) && attribute(each, "id") === name)!;
      const parameters = childrenOf(pattern, "param").map((each) => [
        attribute(each, "name"),
        attribute(each, "value"),
      ]);
      const text = parameters
        .sort(([one], [other]) => other!.length - one!.length)
        .reduce((xml, [parameter, value]) => xml.replaceAll(`$${parameter}`, () => escaped(value!)), model.toString());
      return XmlDocument.fromString(text).root;
    });
}

/** A pattern's variables are global: their paths begin at the root of the document. */
function templatesOf(pattern: XmlElement, mode: string): string[] {
  const rules = childrenOf(pattern, "rule");
  return [
    `<xsl:mode name="${mode}" on-no-match="shallow-skip"/>`,
    ...childrenOf(pattern, "let").map(variable),
    ...rules.map((rule, index) =>
      [
        `<xsl:template match="${escaped(attribute(rule, "context"))}" mode="${mode}" priority="${rules.length - index}">`,
        ...childrenOf(rule, "let").map(variable),
        ...childrenOf(rule, "assert").map((each) => finding(each, `not(${attribute(each, "test")})`)),
        ...childrenOf(rule, "report").map((each) => finding(each, attribute(each, "test"))),
        `<xsl:apply-templates select="@* | node()" mode="${mode}"/>`,
        "</xsl:template>",
      ].join("\n"),
    ),
  ];
}

function variable(element: XmlElement): string {
  return `<xsl:variable name="${attribute(element, "name")}" select="${escaped(attribute(element, "value"))}"/>`;
}

function finding(element: XmlElement, test: string): string {
  const failed = `<failed id="${attribute(element, "id")}" flag="${attribute(element, "flag")}"/>`;
  return `<xsl:if test="${escaped(test)}">${failed}</xsl:if>`;
}

function childrenOf(element: XmlElement, name: string, namespace = SCHEMATRON): XmlElement[] {
  const children: XmlElement[] = [];
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement && child.name === name && child.namespaceUri === namespace) children.push(child);
  }
  return children;
}

function attribute(element: XmlElement, name: string): string {
  return element.attr(name)?.content ?? "";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
