import { insteadOf } from "../domain/instead-of.ts";
import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import { requireFormat } from "../domain/invoice/require-format.ts";
import { nearestNameHint } from "../domain/known-names.ts";
import { FORMAT_ENTRIES } from "./generated/state-formats.ts";
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
  ...Object.fromEntries(FORMAT_ENTRIES),
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
