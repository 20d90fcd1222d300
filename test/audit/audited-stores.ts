import { STORES } from "../support/stores.ts";

/** The stores that have a journal to audit. */
export const AUDITED_STORES = STORES.filter(({ name }) => name !== "PostgreSQL");
