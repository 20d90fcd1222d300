import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { leaseTable } from "../statements/leases.ts";
import { apiKeyGuards, apiKeyTable } from "./api-keys.ts";
import { guardsFor } from "./guards.ts";

/**
 * The tables of version 2. Ids and keys are compared byte by byte; a document is text, because its bytes are what was
 * issued; days are dates and amounts numeric, so that PostgreSQL itself refuses days that do not exist. The checks are
 * for other writers: what is once in these tables can be neither repaired nor deleted.
 */
function tablesOf(tables: Tables): string {
  const { version, companies, sequences, invoices, payments, keys, journal, cursors, acknowledged } = tables;
  return `
CREATE TABLE ${version} (version integer NOT NULL, guarded boolean NOT NULL);

CREATE TABLE ${companies} (
  company_id text COLLATE "C" NOT NULL,
  profile    text NOT NULL,
  CONSTRAINT faktura_companies_pkey PRIMARY KEY (company_id)
);

-- A row for each company that has numbered: it is what transactions lock, and says where numbering began.
CREATE TABLE ${sequences} (
  company_id      text COLLATE "C" NOT NULL,
  last_counter    bigint NOT NULL DEFAULT 0,
  last_issue_date date,
  counted_by      text COLLATE "C" NOT NULL DEFAULT 'invoices' CHECK (counted_by IN ('invoices', 'host')),
  CONSTRAINT faktura_sequences_pkey PRIMARY KEY (company_id)
);

CREATE TABLE ${invoices} (
  company_id          text COLLATE "C" NOT NULL,
  counter             bigint NOT NULL CHECK (counter >= 1),
  id                  text COLLATE "C" NOT NULL,
  invoice_number      text COLLATE "C" NOT NULL,
  issue_date          date NOT NULL CHECK (issue_date >= make_date(1, 1, 1) AND issue_date <= make_date(9999, 12, 31)),
  source              text COLLATE "C" NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'panel')),
  status              text COLLATE "C" NOT NULL DEFAULT 'SENT' CHECK (status IN ('SENT', 'PAID', 'CANCELLED')),
  amount_paid         numeric NOT NULL DEFAULT 0 CHECK (amount_paid >= 0 AND amount_paid < 'Infinity'),
  cancelled_at        text COLLATE "C",
  cancellation_reason text COLLATE "C",
  document            text COLLATE "C" NOT NULL CHECK (json_typeof(document::json) = 'object'),
  actor               text COLLATE "C" CHECK (actor <> ''),
  journal_position    bigint CHECK (journal_position >= 1),
  digest              text COLLATE "C" CHECK (length(digest) = 64),
  CONSTRAINT faktura_invoices_pkey PRIMARY KEY (company_id, counter),
  CONSTRAINT faktura_invoices_id_key UNIQUE (company_id, id),
  CONSTRAINT faktura_invoices_cancelled_check CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CONSTRAINT faktura_invoices_placed_check CHECK ((digest IS NULL) = (journal_position IS NULL))
);

-- Lists by status. It is not partial: where nearly all is paid, an index of what is not finds no page of what is.
CREATE INDEX faktura_invoices_by_status ON ${invoices} (company_id, status, counter);

CREATE TABLE ${payments} (
  company_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  position   bigint NOT NULL,
  id         text COLLATE "C" NOT NULL,
  amount     numeric NOT NULL CHECK (amount < 'Infinity'),
  paid_on    date NOT NULL CHECK (paid_on >= make_date(1, 1, 1) AND paid_on <= make_date(9999, 12, 31)),
  method     text COLLATE "C",
  reference  text COLLATE "C",
  CONSTRAINT faktura_payments_pkey PRIMARY KEY (company_id, invoice_id, position)
);

CREATE TABLE ${keys} (
  company_id  text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  invoice_id  text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_idempotency_keys_pkey PRIMARY KEY (company_id, key)
);

-- An invoice's entry in the journal is its own row, under its journal_position; here stand all the others.
CREATE TABLE ${journal} (
  company_id  text COLLATE "C" NOT NULL,
  position    bigint NOT NULL CHECK (position >= 1),
  kind        text COLLATE "C" NOT NULL
              CHECK (kind IN ('payment.recorded', 'invoice.cancelled', 'numbering.continued', 'dates.resumed')),
  invoice_id  text COLLATE "C",
  source      text COLLATE "C" NOT NULL CHECK (source IN ('api', 'panel')),
  actor       text COLLATE "C" CHECK (actor <> ''),
  recorded_at text COLLATE "C" NOT NULL,
  document    text COLLATE "C" NOT NULL CHECK (json_typeof(document::json) = 'object'),
  digest      text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
  CONSTRAINT faktura_journal_pkey PRIMARY KEY (company_id, position)
);

CREATE INDEX faktura_journal_by_invoice ON ${journal} (company_id, invoice_id, position);

-- Billing events are invoices of the library's own; here stands which of them were acknowledged: all up to a counter,
-- under the digest that its invoice had then,
CREATE TABLE ${cursors} (
  company_id           text COLLATE "C" NOT NULL,
  acknowledged_through bigint NOT NULL DEFAULT 0,
  digest               text COLLATE "C",
  CONSTRAINT faktura_billing_cursors_pkey PRIMARY KEY (company_id)
);

-- and these beyond it, until it passes them.
CREATE TABLE ${acknowledged} (
  company_id text COLLATE "C" NOT NULL,
  counter    bigint NOT NULL,
  CONSTRAINT faktura_billing_acknowledged_pkey PRIMARY KEY (company_id, counter)
);
${leaseTable(tables)}
${apiKeyTable(tables)}`;
}

/**
 * Of what the first script makes. Version 1 was never released; until the first release a change of the script raises
 * it.
 */
const FIRST_VERSION = 2;

/** The script that makes the tables, then one for each later version. */
export type Ladder = readonly ((tables: Tables) => string)[];

/**
 * Once they are released, scripts are never changed, only added, and so it is with the guards: a store compares what is
 * there with what these scripts make.
 */
export const MIGRATIONS: Ladder = [tablesOf];

/** Version of the tables that this library reads and writes. */
export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

function versionAfter(ladder: Ladder): number {
  return FIRST_VERSION + ladder.length - 1;
}

/** What `faktura_schema` says. */
export interface SchemaState {
  /** 0 where there are no tables. */
  readonly version: number;
  /** Whether the triggers are there. */
  readonly guarded: boolean;
}

/**
 * What is there of the tables.
 *
 * @throws Error that says what to do when a newer or an unreleased library has made them
 */
export async function readSchema(session: Session, { schemaName, version: table }: Tables): Promise<SchemaState> {
  // Asked of the catalogue, because asking for a table that is not there would end the transaction.
  const found = await session.rows(
    `SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'faktura_schema' AND relkind IN ('r', 'p')
      AND relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1)`,
    [schemaName],
  );
  if (found.length === 0) return { version: 0, guarded: false };
  const [row] = await session.rows<{ version: string | null; guarded: string | null }>(
    // A second row is there where one was restored beside that of the migration.
    `SELECT max(version)::text AS version, bool_or(guarded)::text AS guarded FROM ${table}`,
    [],
  );
  const version = Number(row?.version ?? 0);
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The schema ${JSON.stringify(schemaName)} has version ${version} of faktura's tables, but this faktura knows up ` +
        `to ${SCHEMA_VERSION}. Nothing was read or written; upgrade faktura.`,
    );
  }
  if (version > 0 && version < FIRST_VERSION) {
    throw new Error(
      `The schema ${JSON.stringify(schemaName)} has version ${version} of faktura's tables, made by an unreleased ` +
        "faktura: no release reads them. Nothing was read or written. Rename the schema, or name another one, and run " +
        "migratePostgres.",
    );
  }
  return { version, guarded: row?.guarded === "true" };
}

/** SQL that brings the tables up to date, and adds the triggers where they are wanted and missing. */
export function migrationFrom(
  { version, guarded }: SchemaState,
  tables: Tables,
  triggers: boolean,
  ladder: Ladder = MIGRATIONS,
): string {
  const done = version === 0 ? 0 : version - FIRST_VERSION + 1;
  const scripts = ladder.slice(done).map((script) => script(tables));
  if (triggers && !guarded) scripts.push(guardsFor(tables), apiKeyGuards(tables));
  // DELETE would want the table to have a key, where a publication of the host's takes in all tables.
  if (version > 0) scripts.push(`TRUNCATE ${tables.version};`);
  return `${scripts.join("\n")}; INSERT INTO ${tables.version} VALUES (${versionAfter(ladder)}, ${triggers || guarded})`;
}
