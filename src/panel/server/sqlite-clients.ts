import type { SqliteConnection } from "faktura/sqlite";
import type { ClientEntry, SavedClient } from "../wire.ts";
import { type ClientStore, foldedText } from "./clients.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS panel_clients (
  company_id TEXT NOT NULL,
  id TEXT NOT NULL,
  revision TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  fields TEXT NOT NULL,
  vat_check TEXT,
  folded_name TEXT NOT NULL,
  searched TEXT NOT NULL,
  PRIMARY KEY (company_id, id)
)`;

/** What a search finds beside the name. */
const SEARCHED = ["/clientAddress/city", "/clientNumber", "/clientVatNumber"];

const HAS_ALL_WORDS = "NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(searched, value) = 0)";

type Row = Omit<SavedClient, "fields" | "vatCheck"> & { readonly fields: string; readonly vatCheck: string | null };

/** Keeps clients in a table of the example's own. */
export function sqliteClients(connection: SqliteConnection): ClientStore {
  connection.exec(TABLE);
  const columns = "id, revision, saved_at AS savedAt, fields, vat_check AS vatCheck";
  const listed = connection.prepare(
    `SELECT ${columns} FROM panel_clients WHERE company_id = ? AND ${HAS_ALL_WORDS}
     ORDER BY instr(folded_name, ?) <> 1, folded_name, id LIMIT ? OFFSET ?`,
  );
  const counted = connection.prepare(
    `SELECT count(*) AS total FROM panel_clients WHERE company_id = ? AND ${HAS_ALL_WORDS}`,
  );
  const found = connection.prepare(`SELECT ${columns} FROM panel_clients WHERE company_id = ? AND id = ?`);
  const values = "revision, saved_at, fields, vat_check, folded_name, searched, company_id, id";
  const inserted = connection.prepare(
    `INSERT INTO panel_clients (${values}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1`,
  );
  const updated = connection.prepare(
    `UPDATE panel_clients SET revision = ?, saved_at = ?, fields = ?, vat_check = ?, folded_name = ?, searched = ?
     WHERE company_id = ? AND id = ? AND revision IN (SELECT value FROM json_each(?)) RETURNING 1`,
  );
  const removed = connection.prepare("DELETE FROM panel_clients WHERE company_id = ? AND id = ?");
  return {
    async list(companyId, { search, page, limit }) {
      const folded = foldedText(search);
      const words = JSON.stringify(folded === "" ? [] : folded.split(" "));
      const rows = listed.all(companyId, words, folded, limit, (page - 1) * limit) as Row[];
      const { total } = counted.get(companyId, words) as { total: number };
      return { data: rows.map((row) => entryOf(clientOf(row))), page, limit, total };
    },
    async find(companyId, id) {
      const row = found.get(companyId, id) as Row | undefined;
      return row && clientOf(row);
    },
    async save(companyId, { id, revision, savedAt, fields, vatCheck }, replaces) {
      const name = foldedText(fields["/clientName"] ?? "");
      const others = SEARCHED.map((field) => foldedText(fields[field] ?? "").replaceAll(" ", ""));
      const texts = [JSON.stringify(fields), vatCheck && JSON.stringify(vatCheck), name, [name, ...others].join(" ")];
      const row = [revision, savedAt, ...texts, companyId, id];
      if (updated.get(...row, JSON.stringify(replaces)) !== undefined) return true;
      return replaces.includes("") && inserted.get(...row) !== undefined;
    },
    remove: async (companyId, id) => void removed.run(companyId, id),
  };
}

function clientOf({ fields, vatCheck, ...row }: Row): SavedClient {
  return { ...row, fields: JSON.parse(fields), vatCheck: vatCheck === null ? null : JSON.parse(vatCheck) };
}

function entryOf({ id, fields, vatCheck }: SavedClient): ClientEntry {
  return {
    id,
    name: fields["/clientName"] ?? "",
    country: fields["/clientCountry"] ?? "",
    city: fields["/clientAddress/city"] ?? "",
    vatNumber: fields["/clientVatNumber"] ?? "",
    vatCheck,
  };
}
