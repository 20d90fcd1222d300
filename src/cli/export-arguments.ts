import { type CalendarDay, isCalendarDay } from "../domain/calendar.ts";
import { EINVOICE_PROFILES, type EinvoiceProfile } from "../einvoice/specification.ts";
import { type DatabaseArguments, type OptionValues, requireDatabase, UsageError } from "./options.ts";

/** The formats that documents are exported in. */
const EXPORT_FORMATS = ["ubl", "cii"] as const;

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The profiles of each format. */
const PROFILES: Record<ExportFormat, readonly EinvoiceProfile[]> = {
  ubl: EINVOICE_PROFILES.filter((profile) => profile !== "factur-x"),
  cii: EINVOICE_PROFILES,
};

/** The parsed arguments of `faktura export`. */
export interface ExportArguments extends DatabaseArguments {
  readonly command: "export";
  readonly companyId: string;
  /** First issue date, inclusive. Absent: the first of all. */
  readonly from: CalendarDay | undefined;
  /** Last issue date, inclusive. Absent: the last of all. */
  readonly to: CalendarDay | undefined;
  readonly format: ExportFormat;
  readonly profile: EinvoiceProfile;
  /** The folder that the files go to. It need not exist. */
  readonly folder: string;
}

/** Parses the arguments of `faktura export`. @throws UsageError that says what is wrong */
export function readExportArguments(positionals: readonly string[], values: OptionValues): ExportArguments {
  const database = requireDatabase(positionals, values, ["company", "from", "to", "format", "profile", "out"]);
  const [companyId, ...others] = values.company ?? [];
  if (companyId === undefined || others.length > 0) throw new UsageError("Name one company with --company <id>.");
  const format = requireOneOf("--format", values.format, EXPORT_FORMATS);
  const profile = requireOneOf(`--profile for ${format}`, values.profile ?? "en16931", PROFILES[format]);
  const [from, to] = [requireDay("--from", values.from), requireDay("--to", values.to)];
  if (from !== undefined && to !== undefined && from > to) throw new UsageError("--from must not be after --to.");
  const folder = values.out ?? ".";
  if (folder === "") throw new UsageError("--out must name a folder.");
  return { command: "export", ...database, companyId, from, to, format, profile, folder };
}

function requireOneOf<Known extends string>(option: string, given: string | undefined, known: readonly Known[]): Known {
  const found = known.find((each) => each === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} must be one of ${known.join(", ")}${given === undefined ? "" : `, not ${given}`}.`);
}

function requireDay(option: string, given: string | undefined): CalendarDay | undefined {
  if (given === undefined || isCalendarDay(given)) return given;
  throw new UsageError(`${option} must be a day such as 2026-11-20, not ${given}.`);
}
