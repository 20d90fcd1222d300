import { API_KEYS } from "./api-key-schema.ts";
import { CURSOR_GUARDS } from "./cursor-guards.ts";
import { INVOICE_GUARDS } from "./invoice-guards.ts";
import { JOURNAL_GUARDS } from "./journal-guards.ts";
import { TABLES } from "./tables.ts";

/** The first version that a new file is given. What has a lower one was made before there was a release. */
export const FIRST_VERSION = 6;

/**
 * The first script makes all of the schema at {@link FIRST_VERSION}; each after it takes the tables one version further.
 * Until the first release a change edits that script and raises the number; once they are released scripts are only added.
 */
export const MIGRATIONS: readonly string[] = [TABLES + INVOICE_GUARDS + JOURNAL_GUARDS + CURSOR_GUARDS + API_KEYS];
