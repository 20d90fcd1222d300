import type { PostgresClient, PostgresResult } from "./driver.ts";
import { isWaitEnded, NoAnswerError } from "./faults.ts";

/**
 * Commits. Where somebody ends its wait for the standbys (`pg_cancel_backend`), PostgreSQL answers that it committed,
 * and a notice says that the standbys may not have it: an answer that was lost, to us.
 */
export async function commitOn(client: PostgresClient): Promise<PostgresResult> {
  let ended = false;
  const onNotice = (notice: Error) => {
    if (isWaitEnded(notice)) ended = true;
  };
  client.on?.("notice", onNotice);
  try {
    const result = await client.query("COMMIT");
    if (ended) throw new NoAnswerError("a COMMIT's wait for the standbys was ended");
    return result;
  } finally {
    client.off?.("notice", onNotice);
  }
}
