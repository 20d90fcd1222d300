import type { OpenPanelTables } from "./panel-tables.ts";
import { sqliteAudits } from "./sqlite-audits.ts";
import { sqliteClients } from "./sqlite-clients.ts";
import { sqliteDrafts } from "./sqlite-drafts.ts";
import { connect } from "./sqlite-driver.ts";
import { sqliteLogos } from "./sqlite-logos.ts";

/** Keeps the panel's data in tables of the example's own, in the file at `path`. It can be the file of the invoices. */
export async function openSqliteTables(path: string): Promise<OpenPanelTables> {
  const connection = await connect(path);
  connection.exec("PRAGMA busy_timeout = 5000");
  return {
    drafts: sqliteDrafts(connection),
    clients: sqliteClients(connection),
    logos: sqliteLogos(connection),
    audits: sqliteAudits(connection),
    close: async () => void connection.close(),
  };
}
