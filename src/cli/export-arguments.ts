import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CalendarDay } from "../domain/calendar.ts";
import { attachedSyntax, type DocumentFormat } from "../domain/invoice/document-format.ts";
import { oneOf } from "../domain/known-names.ts";
import { requireFormats } from "../service/formats.ts";
import { language as languageSchema } from "../service/schemas/fields.ts";
import type { ksefCode } from "./document-formats.ts";
import {
  type DatabaseArguments,
  type OptionValues,
  requireDatabase,
  requireDay,
  requireOneCompany,
  UsageError,
} from "./options.ts";

/** The documents to export, and the folder for them. */
interface ExportScope extends DatabaseArguments {
  readonly command: "export";
  readonly companyId: string;
  /** First issue date, inclusive. Absent: the first of all. */
  readonly from: CalendarDay | undefined;
  /** Last issue date, inclusive. Absent: the last of all. */
  readonly to: CalendarDay | undefined;
  /** The folder that the files go to. It need not exist. */
  readonly folder: string;
}

/** What PDF files need. */
export interface PdfArguments {
  readonly syntax: "pdf";
  /** Only if each file must contain the XML of this format. */
  readonly format: DocumentFormat | undefined;
  readonly language: string | undefined;
  /** The environment of KSeF that the codes lead to. Absent: no codes of KSeF. */
  readonly ksefCode: Parameters<typeof ksefCode>[1] | undefined;
  /** The paths of the fonts. */
  readonly fonts: { readonly regular: string; readonly bold: string; readonly fallback: readonly string[] };
}

/** What is written. */
type WrittenArguments = { readonly syntax: string; readonly format: DocumentFormat } | PdfArguments;

/** The parsed arguments of an export of documents. */
export type DocumentExportArguments = ExportScope & WrittenArguments;

/** The parsed arguments of an export for bookkeeping. */
export interface AccountingExportArguments extends ExportScope {
  readonly syntax: "accounting" | "datev";
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** The path of the file of accounts. */
  readonly accounts: string;
}

/** The parsed arguments of `faktura export`. */
export type ExportArguments = DocumentExportArguments | AccountingExportArguments;

/** Parses the arguments of `faktura export`. @throws UsageError that says what is wrong */
export async function readExportArguments(
  positionals: readonly string[],
  values: OptionValues,
): Promise<ExportArguments> {
  const ofPdf = ["font", "bold-font", "fallback-font", "language", "ksef-code"] as const;
  const known = ["company", "from", "to", "format", "formats", "profile", "out", "accounts", ...ofPdf] as const;
  const database = requireDatabase(positionals, values, known);
  const companyId = requireOneCompany(values);
  const { accounts, format: syntax, out: folder = "." } = values;
  const isAccounting = syntax === "accounting" || syntax === "datev";
  const written = isAccounting ? undefined : await readWritten(values);
  const [from, to] = [requireDay("--from", values.from), requireDay("--to", values.to)];
  if (from !== undefined && to !== undefined && from > to) throw new UsageError("--from must not be after --to.");
  if (folder === "") throw new UsageError("--out must name a folder.");
  const scope = { command: "export", ...database, companyId, folder } as const;
  const foreign = isAccounting ? ([...ofPdf, "profile", "formats"] as const) : (["accounts"] as const);
  const other = foreign.find((name) => values[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is not for --format ${syntax}.`);
  if (!isAccounting) return { ...scope, from, to, ...written! };
  if (from === undefined || to === undefined || accounts === undefined) {
    throw new UsageError(`--format ${syntax} needs --from, --to and --accounts, a file such as accounts.json.`);
  }
  return { ...scope, from, to, syntax, accounts };
}

/** The formats of the command, and those of the module that `--formats` names, which replace others with the same id. */
export async function loadFormats(module: string | undefined): Promise<readonly DocumentFormat[]> {
  const { DOCUMENT_FORMATS } = await import("./document-formats.ts");
  if (module === undefined) return DOCUMENT_FORMATS;
  const own = await formatsOf(module);
  return [...DOCUMENT_FORMATS.filter(({ id }) => own.every((format) => format.id !== id)), ...own];
}

async function formatsOf(path: string): Promise<readonly DocumentFormat[]> {
  try {
    const module: { readonly default?: readonly DocumentFormat[] } = await import(pathToFileURL(resolve(path)).href);
    if (module.default === undefined) throw new TypeError("it must export an array of formats as default");
    return requireFormats(module.default);
  } catch (cause) {
    throw new UsageError(`--formats ${path}: ${(cause as Error).message}.`, { cause });
  }
}

async function readWritten(values: OptionValues): Promise<WrittenArguments> {
  const formats = await loadFormats(values.formats);
  const syntaxes = new Set(formats.flatMap(({ syntaxes = {} }) => Object.keys(syntaxes)));
  const syntax = requireOneOf("--format", values.format, [...syntaxes, "pdf", "accounting", "datev"]);
  const { profile, language, font: regular, "bold-font": bold, "fallback-font": fallback, "ksef-code": code } = values;
  if (syntax === "pdf") {
    const contained = formats.filter((format) => attachedSyntax(format) !== undefined);
    const format = profile === undefined ? undefined : requireFormat("pdf", profile, contained);
    if (regular === undefined || bold === undefined) {
      throw new UsageError("--format pdf needs two font files: --font <file> and --bold-font <file>.");
    }
    if (language !== undefined && !isLanguageTag(language)) {
      throw new UsageError(`--language must be a BCP 47 tag such as de or nl-BE, not ${language}.`);
    }
    const { KSEF_ENVIRONMENTS } = await import("./document-formats.ts");
    const ksefCode = code === undefined ? undefined : requireOneOf("--ksef-code", code, KSEF_ENVIRONMENTS);
    return { syntax, format, language, ksefCode, fonts: { regular, bold, fallback: fallback ?? [] } };
  }
  const ofPdf = { font: regular, "bold-font": bold, "fallback-font": fallback, language, "ksef-code": code };
  const other = Object.entries(ofPdf).find(([, value]) => value !== undefined);
  if (other !== undefined) throw new UsageError(`--${other[0]} is only for --format pdf.`);
  // The first is the usual one, as EN 16931 itself is of UBL and CII.
  const writing = formats.filter(({ syntaxes = {} }) => Object.hasOwn(syntaxes, syntax));
  return { syntax, format: profile === undefined ? writing[0]! : requireFormat(syntax, profile, writing) };
}

function requireFormat(syntax: string, given: string, formats: readonly DocumentFormat[]): DocumentFormat {
  const ids = formats.map(({ id }) => id);
  const id = requireOneOf(`--profile for ${syntax}`, given, ids);
  return formats[ids.indexOf(id)]!;
}

const isLanguageTag = (given: string) => languageSchema().safeParse(given).success;

function requireOneOf<Known extends string>(option: string, given: string | undefined, known: readonly Known[]): Known {
  const found = known.find((each) => each === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} ${oneOf(known)}${given === undefined ? "" : `, not ${given}`}.`);
}
