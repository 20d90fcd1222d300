import { insteadOf, insteadOfText } from "../domain/instead-of.ts";
import { type DocumentFormat, isFormatId } from "../domain/invoice/document-format.ts";
import { nearestNameHint } from "../domain/known-names.ts";
import { STATE_FORMATS } from "./generated/state-formats.ts";
import { requestInvalid } from "./schemas/parse.ts";

/** The formats that the package has: the entry that exports each, and its name there. */
const FORMATS_OF_THE_PACKAGE: Readonly<Record<string, readonly [name: string, entry: string]>> = {
  en16931: ["en16931", "faktura/einvoice"],
  peppol: ["peppol", "faktura/einvoice"],
  xrechnung: ["xrechnung", "faktura/einvoice"],
  "factur-x": ["facturX", "faktura/einvoice"],
  "ctc-fr": ["ctcFr", "faktura/einvoice"],
  "cius-ro": ["ciusRo", "faktura/einvoice"],
  "hr-cius": ["hrCius", "faktura/einvoice"],
  ...Object.fromEntries(STATE_FORMATS),
};

/** What passes a format of the package to `createInvoicing`; `undefined` if it has none with this id. */
export function importOf(id: string): string | undefined {
  const found = Object.hasOwn(FORMATS_OF_THE_PACKAGE, id) ? FORMATS_OF_THE_PACKAGE[id] : undefined;
  if (found === undefined) return undefined;
  const [name, entry] = found;
  return `import { ${name} } from ${JSON.stringify(entry)}; createInvoicing({ formats: [${name}] })`;
}

/** The formats of `createInvoicing` or of a module of the command's. @throws TypeError that says what is wrong */
export function requireFormats(formats: readonly DocumentFormat[] = []): readonly DocumentFormat[] {
  if (!Array.isArray(formats)) {
    throw new TypeError(`formats must be an array of formats, such as [xrechnung, peppol]${insteadOf(formats)}`);
  }
  for (const [index, format] of formats.entries()) requireFormat(format, `formats[${index}]`);
  const ids = formats.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new TypeError(`formats has ${twice} twice; pass each format once`);
  return [...formats];
}

function requireFormat(format: DocumentFormat, at: string): void {
  const { id, name, sellers, appliesTo, gaps, syntaxes, records } = Object(format) as Partial<DocumentFormat>;
  if (!isFormatId(id)) {
    const such =
      "such as xrechnung of faktura/einvoice, whose id is 1 to 40 lower-case letters, digits and inner hyphens";
    throw new TypeError(`${at} must be a format, ${such}${insteadOf(format)}`);
  }
  if (typeof name !== "string" || name === "") throw new TypeError(`${at} (${id}) needs a name, a string`);
  if (sellers !== undefined && !(Array.isArray(sellers) && sellers.every((state) => /^[A-Z]{2}$/.test(state)))) {
    throw new TypeError(`${at} (${id}): sellers must be an array of country codes such as DE${insteadOfText(sellers)}`);
  }
  for (const [method, given] of Object.entries({ appliesTo, gaps })) {
    if (typeof given !== "function") throw new TypeError(`${at} (${id}) needs a method ${method}(document)`);
  }
  if ((typeof records === "function") === (syntaxes !== undefined)) {
    throw new TypeError(`${at} (${id}) needs either syntaxes or records(company, options)`);
  }
  for (const [key, { mediaType, extension, write }] of Object.entries(syntaxes ?? {})) {
    const isWritten = isFormatId(key) && key !== "pdf" && typeof mediaType === "string" && typeof write === "function";
    if (isWritten && /^[a-z0-9]{1,10}$/.test(extension)) continue;
    const needs = "mediaType, extension and write(document), under a key of lower-case letters that is not pdf";
    throw new TypeError(`${at} (${id}): syntaxes.${key} needs ${needs}`);
  }
}

/** One id of a format, or several. */
export type Requirement = string | readonly string[] | false | undefined;

/** The ids that are required. */
export function requiredIds(requires: Requirement): readonly string[] {
  if (requires === undefined || requires === false) return [];
  return typeof requires === "string" ? [requires] : requires;
}

/**
 * The formats that are required.
 *
 * @throws Refusal `request_invalid` if one was not passed: it says which were, and how to pass it
 */
export function requiredFormats(
  requires: Requirement,
  formats: readonly DocumentFormat[],
  place: { readonly pointer: string } | { readonly parameter: string } = { pointer: "/requires" },
): DocumentFormat[] {
  return requiredIds(requires).map((id) => {
    const found = formats.find((format) => format.id === id);
    if (found !== undefined) return found;
    throw requestInvalid([{ ...place, detail: notPassed(id, formats) }]);
  });
}

/** What is wrong with the id of a format that was not passed. */
export function notPassed(id: string, formats: readonly DocumentFormat[]): string {
  const ids = formats.map((format) => format.id);
  const passed = ids.length === 0 ? "none were" : `${ids.join(", ")} ${ids.length === 1 ? "was" : "were"}`;
  const known = Object.keys(FORMATS_OF_THE_PACKAGE);
  const next = importOf(id) ?? `pass your own in formats of createInvoicing${nearestNameHint(id, [...ids, ...known])}`;
  return `the format ${id} was not passed to createInvoicing (${passed}); ${next}`;
}
