import { inspect } from "node:util";
import { INVOICE_SOURCES, type InvoiceSource } from "../domain/invoice-source.ts";
import type { ChangeAuthor } from "../domain/journal.ts";
import { requireOptions } from "../domain/require-options.ts";

/** Options of `invoicing.company`. */
export interface CompanyOptions {
  /** Who is calling, a person or a system; kept in the journal, and told to `onEvent`. 1 to 200 characters. */
  readonly actor?: string | undefined;
  /** `panel`: the company's own web panel, whose invoices are not metered. Absent: `api`. */
  readonly source?: InvoiceSource | undefined;
}

/**
 * The options with their defaults.
 *
 * @throws TypeError when an option is not known or none, or the id could not be told from another in a database
 */
export function requireCompany(companyId: string, options: CompanyOptions): ChangeAuthor {
  requireCompanyId(companyId);
  requireOptions("company", options, { actor: true, source: true });
  const { actor, source = "api" } = options;
  if (!INVOICE_SOURCES.includes(source)) throw new TypeError(`source is one of ${INVOICE_SOURCES.join(", ")}`);
  if (actor !== undefined && !isActor(actor)) {
    throw new TypeError(
      `actor is a text of well-formed Unicode without NUL, 1 to 200 characters, and not ${inspect(actor)}`,
    );
  }
  return { actor: actor ?? null, source };
}

/** The journal keeps it for ever, so it must be a text that every store keeps. */
function isActor(actor: unknown): boolean {
  if (typeof actor !== "string" || actor === "" || actor.length > 200) return false;
  return actor.isWellFormed() && !actor.includes("\0");
}

/**
 * A lone surrogate is another text once a database has stored it, and then two companies could be one.
 *
 * @throws TypeError when the id could not be told from another in a database
 */
export function requireCompanyId(companyId: string): void {
  if (typeof companyId === "string" && companyId !== "" && companyId.isWellFormed() && !companyId.includes("\0"))
    return;
  throw new TypeError(
    `a company id is a text of well-formed Unicode without NUL, not empty, and not ${inspect(companyId)}`,
  );
}
