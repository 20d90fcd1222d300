import { MOVED } from "../../../common/refusals.ts";
import { FENCED_TABLES } from "../../../sql/table-names.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, trigger } from "../trigger-sql.ts";

/** SQL that refuses a write if a company that it concerns has moved to the shard `peer`, or is on its way. */
export function refuseMoved(peer: string): string {
  return `IF ${peer} IS NOT NULL THEN
      RAISE EXCEPTION 'faktura: ${MOVED}: "%"', ${peer} USING ERRCODE = 'restrict_violation';
    END IF;`;
}

/** SQL for the triggers that refuse writes of such companies. The guard of invoices checks those that are inserted. */
export function placeGuards(tables: Tables): string {
  const body = `
DECLARE
  moved_to pg_catalog.text;
BEGIN
  SELECT c.peer INTO moved_to FROM ${tables.shardClaims} AS c WHERE c.company_id = NEW.company_id;
    ${refuseMoved("moved_to")}
  RETURN NULL;
END`;
  const triggers = FENCED_TABLES.map((name) => {
    const event = name === "invoices" ? "AFTER UPDATE" : "AFTER INSERT OR UPDATE";
    return trigger("here", tables[name], event, "FOR EACH ROW", `${tables.schema}.faktura_here()`);
  });
  return checkFunction(tables, "faktura_here", body) + triggers.join("");
}
