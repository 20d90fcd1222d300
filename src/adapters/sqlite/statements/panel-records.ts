import type { PanelTables } from "../../../ports/panel-tables.ts";
import { panelRecords } from "../../sql/panel-records.ts";
import type { RunSteps } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import { PANEL_TABLE } from "../schema/tables.ts";

/** The panel's records in a SQLite store. `create` creates their table. A file whose panel is never opened has none. */
export function sqlitePanelRecords(
  read: RunSteps,
  write: RunSteps,
  create: (statements: (session: Session) => void) => Promise<void>,
): PanelTables {
  let created: Promise<void> | undefined;
  const ready = () => {
    created ??= create((session) => void session.driver.exec(PANEL_TABLE)).catch((error: unknown) => {
      created = undefined; // so that the next call tries again
      throw error;
    });
    return created;
  };
  const afterwards =
    (run: RunSteps): RunSteps =>
    async (...steps) => {
      await ready();
      return run(...steps);
    };
  return panelRecords(afterwards(read), afterwards(write));
}
