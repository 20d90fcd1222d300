import { MOVED } from "../../../common/refusals.ts";
import { FENCED_TABLES, tableNames } from "../../../sql/table-names.ts";

const TABLES = tableNames("");

/** Triggers that refuse writes of a company that has moved to another database, or is on its way. */
export const PLACE_GUARDS = FENCED_TABLES.flatMap((name) =>
  ["INSERT", "UPDATE"].map(
    (event) => `
CREATE TRIGGER ${TABLES[name]}_here_${event.toLowerCase()} BEFORE ${event} ON ${TABLES[name]}
WHEN EXISTS (SELECT 1 FROM ${TABLES.shardClaims} WHERE company_id = NEW.company_id AND peer IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'faktura: ${MOVED}'); END;
`,
  ),
).join("");
