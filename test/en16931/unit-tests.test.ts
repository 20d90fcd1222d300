/**
 * Goal: the engine that runs the official rules says what their publisher says, before it is believed about our documents.
 * Method: the publisher's own unit tests, each of which names a rule and whether a document must break it. All of them
 * with `npm run test:nightly`, every twentieth with `npm test`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { describeUnless } from "../support/skipping.ts";
import { tries } from "../support/tries.ts";
import { NO_RULES, RULES, rulesOf } from "./rules.ts";

/** Each folder, the syntax of its documents, and how many expectations it holds. */
const FOLDERS: [folder: string, syntax: string, expectations: number][] = [
  ["Invoice-unit-UBL", "UBL", 917],
  ["CreditNote-unit-UBL", "UBL", 216],
  ["cii", "CII", 9],
];

interface Expectation {
  readonly file: string;
  readonly rule: string;
  readonly broken: boolean;
  readonly xml: string;
}

function expectationsIn(folder: string): Expectation[] {
  const path = join(RULES!, "unit-tests", folder);
  return readdirSync(path).flatMap((file) => {
    const document = XmlDocument.fromBuffer(readFileSync(join(path, file)));
    const found = elementsIn(document.root, "test").flatMap((each) => expectationsOf(file, each));
    document.dispose();
    return found;
  });
}

function expectationsOf(file: string, each: XmlElement): Expectation[] {
  const [assert, body] = elementsIn(each);
  return elementsIn(assert!)
    .filter(({ name }) => name === "success" || name === "error" || name === "warning")
    .map(({ name, content }) => ({ file, rule: content, broken: name !== "success", xml: body!.toString() }));
}

function elementsIn(parent: XmlElement, name?: string): XmlElement[] {
  const elements: XmlElement[] = [];
  for (let child = parent.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement && (name === undefined || child.name === name)) elements.push(child);
  }
  return elements;
}

describeUnless(NO_RULES)("the official unit tests", () => {
  test.each(FOLDERS)("%s come out as published", { timeout: 300_000 }, (folder, syntax, count) => {
    const brokenBy = rulesOf(join(RULES!, `rules/EN16931-${syntax}.sch`));
    const all = expectationsIn(folder);
    expect(all).toHaveLength(count);
    const every = Math.ceil(count / tries(count, 20));
    const expectations = all.filter((_, index) => index % every === 0);
    const wrong = expectations.filter(
      ({ rule, broken, xml }) => brokenBy(xml).some(({ id }) => id === rule) !== broken,
    );
    expect(wrong.map(({ file, rule, broken }) => `${file}: ${rule} must be ${broken ? "broken" : "kept"}`)).toEqual([]);
  });
});
