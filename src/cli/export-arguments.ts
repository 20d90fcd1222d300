import type { CalendarDay } from "../domain/calendar.ts";
import type { KsefEnvironment } from "../einvoice/pl/index.ts";
import { CII_PROFILES, PDF_PROFILES, type PdfProfile, UBL_PROFILES } from "../einvoice/specification.ts";
import { language as languageSchema } from "../service/schemas/fields.ts";
import {
  type DatabaseArguments,
  type OptionValues,
  requireDatabase,
  requireDay,
  requireOneCompany,
  UsageError,
} from "./options.ts";

const EXPORT_FORMATS = ["ubl", "cii", "fatturapa", "ksef", "pdf"] as const;

const KSEF_ENVIRONMENTS: readonly KsefEnvironment[] = ["production", "demo", "test"];

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
  readonly format: "pdf";
  /** Only if each file must contain `factur-x.xml`. */
  readonly profile: PdfProfile | undefined;
  readonly language: string | undefined;
  /** The environment of KSeF that the codes lead to. Absent: no codes of KSeF. */
  readonly ksefCode: KsefEnvironment | undefined;
  /** The paths of the fonts. */
  readonly fonts: { readonly regular: string; readonly bold: string; readonly fallback: readonly string[] };
}

/** The format of the files. */
type FormatArguments =
  | { readonly format: "ubl"; readonly profile: (typeof UBL_PROFILES)[number] }
  | { readonly format: "cii"; readonly profile: (typeof CII_PROFILES)[number] }
  | { readonly format: "fatturapa" | "ksef" }
  | PdfArguments;

/** The parsed arguments of `faktura export`. */
export type ExportArguments = ExportScope & FormatArguments;

/** Parses the arguments of `faktura export`. @throws UsageError that says what is wrong */
export function readExportArguments(positionals: readonly string[], values: OptionValues): ExportArguments {
  const ofPdf = ["font", "bold-font", "fallback-font", "language", "ksef-code"] as const;
  const known = ["company", "from", "to", "format", "profile", "out", ...ofPdf] as const;
  const database = requireDatabase(positionals, values, known);
  const companyId = requireOneCompany(values);
  const format = readFormat(values);
  const [from, to] = [requireDay("--from", values.from), requireDay("--to", values.to)];
  if (from !== undefined && to !== undefined && from > to) throw new UsageError("--from must not be after --to.");
  const folder = values.out ?? ".";
  if (folder === "") throw new UsageError("--out must name a folder.");
  return { command: "export", ...database, companyId, from, to, folder, ...format };
}

function readFormat(values: OptionValues): FormatArguments {
  const format = requireOneOf("--format", values.format, EXPORT_FORMATS);
  const { profile, language, font: regular, "bold-font": bold, "fallback-font": fallback, "ksef-code": code } = values;
  if (format === "pdf") {
    const needed = profile === undefined ? undefined : requireOneOf("--profile for pdf", profile, PDF_PROFILES);
    if (regular === undefined || bold === undefined) {
      throw new UsageError("--format pdf needs two font files: --font <file> and --bold-font <file>.");
    }
    if (language !== undefined && !isLanguageTag(language)) {
      throw new UsageError(`--language must be a BCP 47 tag such as de or nl-BE, not ${language}.`);
    }
    const ksefCode = code === undefined ? undefined : requireOneOf("--ksef-code", code, KSEF_ENVIRONMENTS);
    return { format, profile: needed, language, ksefCode, fonts: { regular, bold, fallback: fallback ?? [] } };
  }
  const ofPdf = { font: regular, "bold-font": bold, "fallback-font": fallback, language, "ksef-code": code };
  const other = Object.entries(ofPdf).find(([, value]) => value !== undefined);
  if (other !== undefined) throw new UsageError(`--${other[0]} is only for --format pdf.`);
  if (format === "fatturapa" || format === "ksef") {
    if (profile !== undefined) throw new UsageError("--profile is only for --format ubl, cii and pdf.");
    return { format };
  }
  const given = profile ?? "en16931";
  if (format === "cii") return { format, profile: requireOneOf("--profile for cii", given, CII_PROFILES) };
  return { format, profile: requireOneOf("--profile for ubl", given, UBL_PROFILES) };
}

const isLanguageTag = (given: string) => languageSchema.safeParse(given).success;

function requireOneOf<Known extends string>(option: string, given: string | undefined, known: readonly Known[]): Known {
  const found = known.find((each) => each === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} must be one of ${known.join(", ")}${given === undefined ? "" : `, not ${given}`}.`);
}
