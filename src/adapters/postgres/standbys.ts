import type { StoreParts } from "./attempt.ts";
import type { Deadline } from "./deadline.ts";
import { lockSequence } from "./lock.ts";
import { runStatement } from "./run-statement.ts";

/**
 * Fulfils once the standbys that commits wait for have what is visible of the company's books. Most of the time they
 * have it already. Where a COMMIT's wait for them was ended, by an operator or by a restart of the primary, they may not:
 * a commit of our own, which writes that it locked the company, then waits behind it.
 */
export async function awaitStandbys(parts: StoreParts, companyId: string, deadline: Deadline): Promise<void> {
  // NULL on engines that have no such setting.
  const [setting] = await runStatement(
    parts,
    (session) =>
      session.rows<{ names: string | null }>("SELECT current_setting('synchronous_standby_names', true) AS names", []),
    deadline,
  );
  if (!setting?.names) return;
  const lock = { companyId, deadline };
  await runStatement(parts, (session, tables) => lockSequence({ session, tables, ...lock }), deadline, {
    durable: true,
  });
}
