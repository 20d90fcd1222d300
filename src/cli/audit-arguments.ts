import { parseExpectedHead } from "../service/audit/options.ts";
import { type DatabaseArguments, type OptionValues, requireDatabase, UsageError } from "./options.ts";

/** The parsed arguments of `faktura audit`. */
export interface AuditArguments extends DatabaseArguments {
  readonly command: "audit";
  /** The companies to audit; empty for all. */
  readonly companies: readonly string[];
  /** The expected heads, by company id. */
  readonly expected: ReadonlyMap<string, string>;
  readonly json: boolean;
}

/** Parses the arguments of `faktura audit`. @throws UsageError that says what is wrong */
export function readAuditArguments(positionals: readonly string[], values: OptionValues): AuditArguments {
  const database = requireDatabase(positionals, values, ["company", "expect", "json"]);
  const { company: companies = [], json = false, expect = [] } = values;
  return { command: "audit", ...database, companies, expected: readHeads(expect, companies), json };
}

/** Heads by company id. None is ignored silently, because the caller takes the result as proof. */
function readHeads(texts: readonly string[], companies: readonly string[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const [companyId, head] of texts.map(readExpected)) {
    if (heads.has(companyId)) throw new UsageError(`--expect names two heads of ${companyId}. Name one.`);
    if (companies.length > 0 && !companies.includes(companyId)) {
      throw new UsageError(`--expect names a head of ${companyId}, but --company does not name that company.`);
    }
    heads.set(companyId, head);
  }
  return heads;
}

/** A company id may contain an equals sign, but a head cannot. */
function readExpected(text: string): [companyId: string, head: string] {
  const end = text.lastIndexOf("=");
  const [companyId, head] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  if (companyId !== "" && parseExpectedHead(head) !== undefined) return [companyId, head];
  throw new UsageError(`--expect must be <company>=<position>:<digest>, as an earlier audit printed it, not ${text}.`);
}
