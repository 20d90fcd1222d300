import type { NumberSequence } from "../../ports/number-sequence.ts";
import { HostDates } from "../host-dates.ts";
import type { JournalChain } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";
import type { SqliteConnection } from "./driver.ts";
import { resumptionRows } from "./resumption-rows.ts";
import { readHead } from "./sequence.ts";

/**
 * The host's own counter for one company. `connection` is the one that the store's transaction runs on: what the
 * counter does there commits or vanishes together with the invoices that it numbered.
 */
export type HostNumbers = (connection: SqliteConnection, companyId: string) => NumberSequence;

/**
 * A host's counter as the store uses it. The host's own invoices take numbers between ours, so the insert guard is told
 * that gaps here are theirs; and the dates of our invoices count too, where the host's counter knows none.
 */
export function hostSequence(
  connection: StoreConnection,
  companyId: string,
  journal: () => JournalChain,
  numbers: HostNumbers,
): NumberSequence {
  const host = numbers(connection.driver, companyId);
  const dates = new HostDates(resumptionRows(connection, companyId, journal));
  return {
    async lock() {
      return dates.startFrom(await host.lock(), readHead(connection, companyId));
    },
    async take(count) {
      connection.run(
        `INSERT INTO faktura_sequences (company_id, last_counter, counted_by) VALUES (?, 0, 'host')
         ON CONFLICT DO UPDATE SET counted_by = 'host' WHERE counted_by <> 'host'`,
        companyId,
      );
      dates.end();
      return host.take(count);
    },
    resumeDates: (resumption, origin) => dates.resumeDates(resumption, origin),
    resumedOn: () => dates.resumedOn(),
  };
}
