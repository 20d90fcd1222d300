import { apiKeyTable, bookTables, indexTables, panelTable, type TableSyntax } from "../../sql/tables.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { eventTables } from "./events.ts";
import { lookupIndexes } from "./lookups.ts";

/** How PostgreSQL writes what the databases write differently in their tables. */
function syntaxIn(tables: Tables): TableSyntax {
  return {
    database: "postgres",
    tables,
    builtIn: "pg_catalog.",
    text: 'pg_catalog.text COLLATE "C"',
    content: "pg_catalog.text",
    integer: "bigint",
    amount: "numeric",
    day: "pg_catalog.date",
    isDay: (column) => `${column} >= pg_catalog.make_date(1, 1, 1) AND ${column} <= pg_catalog.make_date(9999, 12, 31)`,
    isPositive: (column) => `${column} >= 0::numeric AND ${column} < 'Infinity'`,
    isAmount: (column) => `${column} > '-Infinity' AND ${column} < 'Infinity'`,
    isObject: (column) => `pg_catalog.json_typeof(${column}::pg_catalog.json) = 'object'`,
    named: (name) => `CONSTRAINT ${name} `,
    inKeyOrder: "",
    unordered: "",
    lookups: lookupIndexes(tables),
  };
}

/**
 * SQL that creates the tables. Ids and keys are compared byte by byte. Days are dates and amounts are numeric, so PostgreSQL
 * itself rejects days that do not exist.
 */
export function createTables(tables: Tables): string {
  const { cursors, acknowledged, leases } = tables;
  const syntax = syntaxIn(tables);
  return `${bookTables(syntax)}
-- Which billing events were acknowledged: all of them up to a counter. The digest is that of the invoice at the
-- counter.
CREATE TABLE ${cursors} (
  company_id           pg_catalog.text COLLATE "C" NOT NULL,
  acknowledged_through bigint NOT NULL DEFAULT 0,
  digest               pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_billing_cursors_pkey PRIMARY KEY (company_id)
);

-- The events acknowledged beyond the cursor, until it passes them.
CREATE TABLE ${acknowledged} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  counter    bigint NOT NULL,
  CONSTRAINT faktura_billing_acknowledged_pkey PRIMARY KEY (company_id, counter)
);

-- The worker that is delivering a company's events. A released lease keeps its row, so that tokens only grow, and how many
-- deliveries in a row have failed, after which the company waits.
CREATE TABLE ${leases} (
  company_id   pg_catalog.text COLLATE "C" NOT NULL,
  token        bigint NOT NULL,
  worker       pg_catalog.text COLLATE "C" NOT NULL,
  leased_until pg_catalog.text COLLATE "C",
  failures     bigint NOT NULL DEFAULT 0,
  waits_until  pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_billing_leases_pkey PRIMARY KEY (company_id)
);
${eventTables(tables)}
${apiKeyTable(syntax)}
${indexTables(syntax)}`;
}

/** SQL for the table of the panel's records. */
export function createPanelTable(tables: Tables): string {
  return panelTable(syntaxIn(tables));
}

/** Whether the schema has the table of the panel's records. */
export async function hasPanelTable(session: Session, { schemaName }: Tables): Promise<boolean> {
  // Queries the catalogue, because reading a table that does not exist would abort the transaction.
  const found = await session.rows(
    `SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'faktura_panel_records' AND relkind IN ('r', 'p')
      AND relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1)`,
    [schemaName],
  );
  return found.length > 0;
}
