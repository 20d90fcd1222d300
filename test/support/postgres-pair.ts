import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { copyDataFolder, newDataFolder, PostgresProcess, removeDataFolder } from "./postgres-process.ts";
import { Relay } from "./relay.ts";

/** The durability of a primary's commits. */
export interface PairSettings {
  /** Whether commits wait for the standby. */
  readonly synchronous: boolean;
  readonly synchronousCommit: "on" | "remote_apply";
  /** The latency between the primary and the standby, in each direction. */
  readonly delayMs: number;
}

/** A primary and its hot standby, each in its own folder. */
export interface PostgresPair {
  readonly primary: PostgresProcess;
  readonly standby: PostgresProcess;
  /** The relay through which the standby receives the primary's data. */
  readonly link: Relay;
  readonly end: () => Promise<void>;
}

/**
 * The data folder, under `parent`, of a server on which `prepare` has run. Both servers of every pair begin with it.
 */
export async function prepareData(prepare: (url: string) => Promise<void>, parent = tmpdir()): Promise<string> {
  const data = await newDataFolder(parent);
  const server = await PostgresProcess.start(data, {});
  try {
    await prepare(server.url);
  } finally {
    await server.stop();
  }
  return data;
}

/** Starts a primary on a copy of the data and a standby on another, and waits until the standby follows the primary. */
export async function startPair(data: string, settings: PairSettings): Promise<PostgresPair> {
  const { synchronous, synchronousCommit, delayMs } = settings;
  const undo: (() => unknown)[] = [];
  const end = async () => {
    for (const step of undo.reverse()) await step();
  };
  const start = async (folder: string, flags: Record<string, string>) => {
    const server = await PostgresProcess.start(folder, { synchronous_commit: synchronousCommit, ...flags });
    undo.push(() => server.stop());
    return server;
  };
  const copy = async () => {
    const folder = await copyDataFolder(data);
    undo.push(() => removeDataFolder(folder));
    return folder;
  };
  try {
    const primary = await start(await copy(), { synchronous_standby_names: synchronous ? "standby" : "" });
    const link = await Relay.open(primary.port, delayMs);
    undo.push(() => link.close());
    const folder = await copy();
    appendFileSync(join(folder, "standby.signal"), "");
    const standby = await start(folder, {
      primary_conninfo: `host=127.0.0.1 port=${link.port} user=postgres password=password application_name=standby`,
      wal_retrieve_retry_interval: "100ms",
    });
    await untilItFollows(primary, synchronous ? "sync" : "async");
    return { primary, standby, link, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function untilItFollows(primary: PostgresProcess, state: "sync" | "async"): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const followers = await primary.rows(
      "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1",
      [state],
    );
    if (followers.length > 0) return;
    await wait(20);
  }
  throw new Error("the standby does not follow the primary");
}
