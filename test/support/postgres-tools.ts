import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/**
 * The folder of a whole PostgreSQL, its server and its tools, as Debian's package `postgresql` puts it; `undefined` where
 * it is not installed. pg_dump reads no server that is newer than itself, and the one from npm comes without it.
 */
export const POSTGRES_TOOLS = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(DEBIAN, version, "bin"))
  .find((folder) => ["initdb", "postgres", "pg_dump", "pg_restore"].every((tool) => existsSync(join(folder, tool))));
