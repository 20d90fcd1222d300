import { readFileSync } from "node:fs";
import { type AuditReport, parseExpectedHead } from "../service/audit/options.ts";
import { type DatabaseArguments, type OptionValues, requireDatabase, UsageError } from "./options.ts";

/** The parsed arguments of `faktura audit`. */
export interface AuditArguments extends DatabaseArguments {
  readonly command: "audit";
  /** The companies to audit; empty for all. */
  readonly companies: readonly string[];
  /** The expected heads, by company id. */
  readonly expected: ReadonlyMap<string, string>;
  /** The heads after which to begin, by company id. */
  readonly since: ReadonlyMap<string, string>;
  readonly json: boolean;
}

/** Parses the arguments of `faktura audit`. @throws UsageError that says what is wrong */
export function readAuditArguments(positionals: readonly string[], values: OptionValues): AuditArguments {
  const database = requireDatabase(positionals, values, ["company", "expect", "since", "json"]);
  const { company: companies = [], json = false, expect = [], since: begin = [] } = values;
  const expected = readHeads("expect", expect, companies);
  const since = readHeads(
    "since",
    begin.flatMap((text) => headsInReport(text, companies)),
    companies,
  );
  const both = [...since.keys()].find((companyId) => expected.has(companyId));
  if (both !== undefined) {
    throw new UsageError(
      `--expect and --since both name ${both}. Leave out --expect: the head of --since is expected too.`,
    );
  }
  return { command: "audit", ...database, companies, expected, since, json };
}

/** Heads by company id. None is ignored silently, because the caller takes the result as proof. */
function readHeads(
  option: "expect" | "since",
  texts: readonly string[],
  companies: readonly string[],
): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const [companyId, head] of texts.map((text) => readExpected(option, text))) {
    if (heads.has(companyId)) throw new UsageError(`--${option} names two heads of ${companyId}. Name one.`);
    if (companies.length > 0 && !companies.includes(companyId)) {
      throw new UsageError(`--${option} names a head of ${companyId}, but --company does not name that company.`);
    }
    heads.set(companyId, head);
  }
  return heads;
}

/** A company id may contain an equals sign, but a head cannot. */
function readExpected(option: "expect" | "since", text: string): [companyId: string, head: string] {
  const end = text.lastIndexOf("=");
  const [companyId, head] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  const parsed = parseExpectedHead(head);
  const isHead = parsed !== undefined && (option === "expect" || parsed.position !== undefined);
  if (companyId !== "" && isHead) return [companyId, head];
  throw new UsageError(
    `--${option} must be <company>=<position>:<digest>, as an earlier audit printed it, not ${text}.`,
  );
}

/** @throws UsageError if the file is not what an audit prints with --json */
function reportsIn(file: string): readonly EarlierReport[] {
  let content: { readonly companies?: readonly EarlierReport[] } | null;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`--since ${file} is not the JSON of an earlier audit: ${(cause as Error).message}`);
  }
  const { companies } = content ?? {};
  const isReport = (each: Partial<EarlierReport> | null) =>
    typeof each?.companyId === "string" && typeof each.head?.position === "number" && Array.isArray(each.findings);
  if (Array.isArray(companies) && companies.length > 0 && companies.every(isReport)) return companies;
  throw new UsageError(`--since ${file} is not the JSON of an earlier audit. Print one with --json.`);
}

type EarlierReport = Pick<AuditReport, "companyId" | "head" | "findings">;

/**
 * The heads in the file, if the text names one that an earlier audit printed with --json; else the text. `named` are the
 * companies to audit. Books with findings are no beginning: an audit that goes on would not find them again.
 */
function headsInReport(text: string, named: readonly string[]): string[] {
  if (!text.endsWith(".json")) return [text];
  const companies = reportsIn(text);
  const wanted = companies.filter(({ companyId }) => named.length === 0 || named.includes(companyId));
  const unsound = wanted.find(({ findings }) => findings.length > 0);
  if (unsound !== undefined) {
    throw new UsageError(
      `--since ${text} has findings of ${unsound.companyId}. Go on from the last report that was sound, or audit from the beginning.`,
    );
  }
  return wanted.map(({ companyId, head }) => `${companyId}=${head.position}:${head.digest}`);
}
