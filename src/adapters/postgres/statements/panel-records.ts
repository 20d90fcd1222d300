import type { PanelTables } from "../../../ports/panel-tables.ts";
import { panelRecords } from "../../sql/panel-records.ts";
import type { RunSteps } from "../../sql/steps.ts";
import { sqlStateOf } from "../connection/errors.ts";
import { runSteps, type Statement } from "./steps.ts";

const UNDEFINED_TABLE = "42P01";

type Run = <Result>(statement: Statement<Result>) => Promise<Result>;

/** The panel's records in a PostgreSQL store. Calls reject with what to do if `migratePostgres` has not created their table. */
export function postgresPanelRecords(read: Run, write: Run): PanelTables {
  return panelRecords(explaining(read), explaining(write));
}

function explaining(run: Run): RunSteps {
  return (...steps) =>
    run(async (session, tables) => {
      try {
        return await runSteps(session, tables, ...steps);
      } catch (cause) {
        if (sqlStateOf(cause) !== UNDEFINED_TABLE) throw cause;
        const schema = JSON.stringify(tables.schemaName);
        throw new Error(
          `The schema ${schema} has no tables for the panel. Run migratePostgres(pool, { schema: ${schema}, panel: true }).`,
          { cause },
        );
      }
    });
}
