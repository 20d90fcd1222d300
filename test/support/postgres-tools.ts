import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/**
 * The folder of a complete PostgreSQL with its server and tools, as installed by Debian's package `postgresql`;
 * `undefined` if it is not installed. pg_dump cannot read a server newer than itself, and the one from npm comes
 * without pg_dump.
 */
export const POSTGRES_TOOLS = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(DEBIAN, version, "bin"))
  .find((folder) => ["initdb", "postgres", "pg_dump", "pg_restore"].every((tool) => existsSync(join(folder, tool))));

/** Why nothing is dumped and restored; `undefined` if it is. */
export const NO_POSTGRES_TOOLS =
  POSTGRES_TOOLS === undefined ? `no PostgreSQL with its tools is in ${DEBIAN}; apt-get install postgresql` : undefined;
