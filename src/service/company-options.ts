import { inspect } from "node:util";
import { INVOICE_SOURCES, type InvoiceSource } from "../domain/invoice-source.ts";
import { requireOptions } from "../domain/require-options.ts";

/** Options of `invoicing.company`. */
export interface CompanyOptions {
  /** Who is calling, a person or a system; told to `onEvent`. */
  readonly actor?: string | undefined;
  /** `panel`: the company's own web panel, whose invoices are not metered. Absent: `api`. */
  readonly source?: InvoiceSource | undefined;
}

/**
 * The options with their defaults.
 *
 * @throws TypeError when an option is not known or none, or the id could not be told from another in a database
 */
export function requireCompany(
  companyId: string,
  options: CompanyOptions,
): { readonly actor: string | undefined; readonly source: InvoiceSource } {
  requireCompanyId(companyId);
  requireOptions("company", options, { actor: true, source: true });
  const { actor, source = "api" } = options;
  if (!INVOICE_SOURCES.includes(source)) throw new TypeError(`source is one of ${INVOICE_SOURCES.join(", ")}`);
  return { actor, source };
}

/** A lone surrogate is another text once a database has stored it, and then two companies could be one. */
function requireCompanyId(companyId: string): void {
  if (typeof companyId === "string" && companyId !== "" && companyId.isWellFormed() && !companyId.includes("\0"))
    return;
  throw new TypeError(
    `a company id is a text of well-formed Unicode without NUL, not empty, and not ${inspect(companyId)}`,
  );
}
