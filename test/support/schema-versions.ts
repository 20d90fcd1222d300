/** The versions of the tables of each database: the first that a release reads, and the current one. */
export {
  FIRST_VERSION as FIRST_OF_POSTGRES,
  SCHEMA_VERSION as POSTGRES_VERSION,
} from "../../src/adapters/postgres/schema/version.ts";
export {
  FIRST_VERSION as FIRST_OF_SQLITE,
  SCHEMA_VERSION as SQLITE_VERSION,
} from "../../src/adapters/sqlite/schema/version.ts";
