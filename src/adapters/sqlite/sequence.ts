import type { NumberSequence, SequenceHead } from "../../ports/number-sequence.ts";
import { InvoiceSequence } from "../invoice-sequence.ts";
import type { JournalChain } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";
import { insertEntry } from "./journal-rows.ts";
import { resumptionRows } from "./resumption-rows.ts";

/** Where the company's sequence stands, by its invoices. */
export function readHead(connection: StoreConnection, companyId: string): SequenceHead {
  const last = connection.get<{ counter: number; issue_date: string }>(
    "SELECT counter, issue_date FROM faktura_invoices WHERE company_id = ? ORDER BY counter DESC LIMIT 1",
    companyId,
  );
  if (last !== undefined) return { lastCounter: last.counter, lastIssueDate: last.issue_date, started: true };
  const continued = connection.get<{ last_counter: number; last_issue_date: string | null }>(
    "SELECT last_counter, last_issue_date FROM faktura_sequences WHERE company_id = ?",
    companyId,
  );
  const { last_counter: lastCounter = 0, last_issue_date: lastIssueDate = null } = continued ?? {};
  return { lastCounter, lastIssueDate, started: false };
}

/** The sequence that the invoices are. */
export function invoiceSequence(
  connection: StoreConnection,
  companyId: string,
  journal: () => JournalChain,
): NumberSequence {
  return new InvoiceSequence({
    read: () => readHead(connection, companyId),
    continueFrom: ({ lastCounter, lastIssueDate }, origin) => {
      insertEntry(connection, companyId, journal().appendContinuation({ lastCounter, lastIssueDate }, origin));
      connection.run(
        `INSERT INTO faktura_sequences (company_id, last_counter, last_issue_date, counted_by)
         VALUES (?, ?, ?, 'invoices')
         ON CONFLICT DO UPDATE SET last_counter = excluded.last_counter, last_issue_date = excluded.last_issue_date`,
        ...[companyId, lastCounter, lastIssueDate],
      );
    },
    ...resumptionRows(connection, companyId, journal),
  });
}
