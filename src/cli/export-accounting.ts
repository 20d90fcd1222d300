import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { accountingCsv } from "../domain/accounting/accounting-csv.ts";
import { accountingFaults } from "../domain/accounting/accounting-faults.ts";
import type { AccountMap } from "../domain/accounting/accounts.ts";
import { datevBatch } from "../domain/accounting/datev.ts";
import { isRefusal } from "../domain/refusal.ts";
import { timeZoneOf } from "../domain/vat/territory/time-zone.ts";
import type { ReadOnlyBooks } from "../ports/read-only-books.ts";
import { readAccountingRows } from "../service/returns/accounting-rows.ts";
import { requireCompanyBooks } from "./audit-companies.ts";
import type { AccountingExportArguments } from "./export-arguments.ts";
import { FileError, UsageError } from "./options.ts";
import { counted, printable } from "./print-report.ts";
import { naming, saveFile } from "./save-file.ts";

/** Writes one file of rows for bookkeeping, and returns whether it could be written and each row has its accounts. */
export async function exportAccounting(
  books: ReadOnlyBooks,
  given: AccountingExportArguments,
  write: (text: string) => void,
): Promise<boolean> {
  const { companyId, from, to, syntax, folder } = given;
  await requireCompanyBooks(books, companyId);
  const profile = await books.companies.profile(companyId);
  const accounts = await readAccounts(given.accounts);
  const timeZone = profile ? timeZoneOf(profile) : "UTC";
  const rows = await readAccountingRows(books, companyId, { from, to, accounts }, timeZone).catch((error: unknown) => {
    throw isRefusal(error, "request_invalid") ? new UsageError(`${given.accounts}: ${error.message}`) : error;
  });
  const left = rows.filter(({ account, debtor }) => account === null || debtor === null);
  let content: string | Uint8Array = accountingCsv(rows);
  if (syntax === "datev") {
    const { datev: settings } = accounts;
    if (settings === undefined) throw new UsageError(`${given.accounts} must have datev, with consultant and client.`);
    const batch = { span: { from, to }, settings, createdAt: new Date() };
    const faults = accountingFaults(rows, batch);
    for (const { detail } of faults) write(`${printable(detail)}\n`);
    if (faults.length > 0) return false;
    content = datevBatch(rows, batch);
  }
  await naming(folder, () => mkdir(folder, { recursive: true }));
  const name = `${syntax === "datev" ? "EXTF_Buchungsstapel" : "accounting"}_${from}_${to}.csv`;
  const outcome = await saveFile(join(folder, name), content);
  if (outcome === "differs")
    write(`${name} has other content, and was kept. Move it, or name another folder with --out.\n`);
  else write(`${name}: ${counted(rows.length, "row", "rows")}, ${left.length} without an account\n`);
  return outcome !== "differs" && left.length === 0;
}

/** The file of accounts. The library checks what is in it. */
async function readAccounts(path: string): Promise<AccountMap> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new FileError(`${path} cannot be read as JSON: ${(cause as Error).message}`, { cause });
  }
}
