import { insteadOf, insteadOfText } from "../instead-of.ts";
import { type DocumentFormat, type DocumentSyntax, isFormatId, type SyntaxParameter } from "./document-format.ts";

/** What a field must be. */
type Rule = readonly [isValid: (given: unknown) => boolean, must: string];

/** The fields of a type, except those with fields of their own. A new field does not compile until it has its rule. */
type Rules<Type, Nested extends keyof Type = never> = Readonly<Record<Exclude<keyof Type, Nested>, Rule>>;

const ID = "1 to 40 lower-case letters, digits and inner hyphens, and not pdf";
const TEXT: Rule = [(given) => typeof given === "string" && given !== "", "a string that is not empty"];
const METHOD: Rule = [(given) => typeof given === "function", "a method"];
const shaped = (shape: RegExp, must: string): Rule => [(given) => typeof given === "string" && shape.test(given), must];
const optional = ([isValid, must]: Rule): Rule => [(given) => given === undefined || isValid(given), must];

const isCountries: Rule[0] = (given) => Array.isArray(given) && given.every((state) => /^[A-Z]{2}$/.test(state));

const FORMAT: Rules<DocumentFormat, "id" | "syntaxes" | "records" | "portal" | "refusals"> = {
  name: TEXT,
  sellers: optional([isCountries, "an array of country codes such as DE"]),
  appliesTo: METHOD,
  gaps: METHOD,
};

const SYNTAX: Rules<DocumentSyntax, "parameters"> = {
  mediaType: shaped(/^[a-z]+\/[a-z0-9.+-]+$/, "a media type such as application/xml"),
  extension: shaped(/^[a-z0-9]{1,10}$/, "1 to 10 lower-case letters and digits"),
  name: optional(TEXT),
  attachedAs: optional(shaped(/^\w[\w.-]{0,99}$/, "the name of a file such as factur-x.xml")),
  write: METHOD,
};

const PARAMETER: Rules<SyntaxParameter> = { description: TEXT, form: TEXT, pattern: optional(TEXT), isValid: METHOD };
const PORTAL: Rules<NonNullable<DocumentFormat["portal"]>> = { id: TEXT, isNumber: METHOD, form: TEXT, field: TEXT };
const REFUSALS: Rules<NonNullable<DocumentFormat["refusals"]>> = { portal: TEXT, faults: METHOD };

/** Checks a format that a host passed. `at` says where it is. @throws TypeError that names the format and the field */
export function requireFormat(format: DocumentFormat, at: string): void {
  const { id, syntaxes, records, portal, refusals } = Object(format) as Partial<DocumentFormat>;
  if (!isFormatId(id)) {
    const such = `such as xrechnung of faktura/einvoice, whose id is ${ID}`;
    throw new TypeError(`${at} must be a format, ${such}${insteadOf(format)}`);
  }
  const own = `${at} (${id})`;
  requireFields(format, FORMAT, `${own}: `);
  if ((typeof records === "function") === (syntaxes !== undefined)) {
    throw new TypeError(`${own} needs either syntaxes or records(company, options)`);
  }
  if (portal !== undefined) requireFields(portal, PORTAL, `${own}: portal.`);
  if (refusals !== undefined) requireFields(refusals, REFUSALS, `${own}: refusals.`);
  if (syntaxes === undefined) return;
  const written = Object.entries(Object(syntaxes) as typeof syntaxes);
  if (written.length === 0) throw new TypeError(`${own}: syntaxes must have an entry, such as ubl`);
  for (const [key, syntax] of written) requireSyntax(syntax, key, `${own}: syntaxes.${key}`);
}

function requireSyntax(syntax: DocumentSyntax, key: string, at: string): void {
  if (!isFormatId(key)) throw new TypeError(`${at} must be called by ${ID}`);
  requireFields(syntax, SYNTAX, `${at}.`);
  for (const [name, parameter] of Object.entries(syntax.parameters ?? {})) {
    requireFields(parameter, PARAMETER, `${at}.parameters.${name}.`);
    if (name === "profile")
      throw new TypeError(`${at}.parameters.${name} must be called otherwise: it names the format`);
  }
}

function requireFields(given: unknown, rules: Readonly<Record<string, Rule>>, at: string): void {
  const fields = Object(given) as Record<string, unknown>;
  for (const [field, [isValid, must]] of Object.entries(rules)) {
    if (!isValid(fields[field])) throw new TypeError(`${at}${field} must be ${must}${insteadOfText(fields[field])}`);
  }
}
