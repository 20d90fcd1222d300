import type { PanelEntry, PanelRecord, PanelRecordQuery, PanelTables } from "../../../ports/panel-tables.ts";
import { PANEL_COLUMNS, PANEL_ENTRY_COLUMNS, panelRecordOf } from "../../common/panel-row.ts";
import type { Session } from "../connection/session.ts";
import { PANEL_TABLE } from "../schema/panel-table.ts";

const TABLE = "faktura_panel_records";
const KEY = "company_id = ? AND kind = ? AND id = ?";

/** The panel's records in a SQLite store. `read` and `write` retry while the file is locked, and `write` commits. */
export function panelRecords(
  read: <Result>(query: (session: Session) => Result) => Promise<Result>,
  write: <Result>(statements: (session: Session) => Result) => Promise<Result>,
): PanelTables {
  let created: Promise<void> | undefined;
  /** Creates the table if it is missing. A file whose panel is never opened does not have it. */
  const ready = () => {
    created ??= write((session) => void session.driver.exec(PANEL_TABLE)).catch((error: unknown) => {
      created = undefined; // so that the next call tries again
      throw error;
    });
    return created;
  };
  return {
    async find(companyId, kind, id) {
      await ready();
      const sql = `SELECT ${PANEL_COLUMNS} FROM ${TABLE} WHERE ${KEY}`;
      return read((session) => {
        const row = session.get<PanelRecord>(sql, companyId, kind, id);
        return row && panelRecordOf(row); // the rows of node:sqlite have no prototype
      });
    },
    async list(companyId, kind, query) {
      await ready();
      return read((session) => listed(session, [companyId, kind], query));
    },
    async save(companyId, record, replaces) {
      await ready();
      return write((session) => {
        const { kind, id, revision, sortKey, searchText, summary, content } = record;
        const key = [companyId, kind, id];
        const stored = session.get<{ revision: string }>(`SELECT revision FROM ${TABLE} WHERE ${KEY}`, ...key);
        const isCurrent = replaces?.includes(stored?.revision ?? "") ?? true;
        if (!isCurrent && stored?.revision !== revision) return false;
        const sql =
          stored === undefined
            ? `INSERT INTO ${TABLE} (revision, sort_key, search_text, summary, content, company_id, kind, id)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
            : `UPDATE ${TABLE} SET revision = ?, sort_key = ?, search_text = ?, summary = ?, content = ? WHERE ${KEY}`;
        session.write(1, sql, revision, sortKey, searchText, summary, content, ...key);
        return true;
      });
    },
    async remove(companyId, kind, id) {
      await ready();
      await write((session) => {
        const found = session.get(`SELECT 1 FROM ${TABLE} WHERE ${KEY}`, companyId, kind, id);
        if (found !== undefined) session.write(1, `DELETE FROM ${TABLE} WHERE ${KEY}`, companyId, kind, id);
      });
    },
  };
}

function listed(session: Session, key: readonly string[], query: PanelRecordQuery) {
  const { ids, words = [], prefix = "", upTo = null, descending = false, offset = 0, limit = -1 } = query;
  const named = ids === undefined ? "" : "AND id IN (SELECT value FROM json_each(?))";
  const matching = `FROM ${TABLE} WHERE company_id = ? AND kind = ? ${named} AND sort_key <= ifnull(?, sort_key)
    AND NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(search_text, value) = 0)`;
  const values = [...key, ...(ids === undefined ? [] : [JSON.stringify(ids)]), upTo, JSON.stringify(words)];
  const order = `(substr(sort_key, 1, length(?)) <> ?), sort_key ${descending ? "DESC" : ""}, id`;
  const sql = `SELECT ${PANEL_ENTRY_COLUMNS} ${matching} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const { total } = session.get<{ total: number }>(`SELECT count(*) AS total ${matching}`, ...values)!;
  const records = session.all<PanelEntry>(sql, ...values, prefix, prefix, limit, offset);
  return { records: records.map((row) => ({ ...row })), total };
}
