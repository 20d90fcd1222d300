import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expectedSchema, type Scripts } from "./expected-schema.ts";
import { isMutantRun } from "./postgres.ts";

/** The entries of a later build of the library that the tests use. */
export interface NextLibrary {
  readonly faktura: typeof import("faktura");
  readonly postgres: typeof import("faktura/postgres");
  readonly sqlite: typeof import("faktura/sqlite");
  readonly openReadOnlyFile: typeof import("../../src/adapters/sqlite/read-only.ts").openReadOnlyBooks;
}

/** `additive`: servers of this version may go on. `breaking`: they may not. */
export type NextKind = "additive" | "breaking";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Builds a next version of the library: a copy of the sources, each database with one script more. It adds a table, a
 * column, an index and a trigger, changes a guard, an index and a check, and drops a trigger. On PostgreSQL it also has a
 * further version of the procedure that issues in one trip, which its servers call. Its documents have one field more. The
 * breaking one also takes away an index, and on PostgreSQL the procedure of the version before.
 */
export async function nextLibrary(kind: NextKind): Promise<NextLibrary> {
  const folder = mkdtempSync(join(tmpdir(), "faktura-next-"));
  cpSync(join(ROOT, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => !path.includes(join("src", "panel", "browser")),
  });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), readFileSync(join(ROOT, "package.json")));
  const at = (path: string) => join(folder, "src", path);
  const change = (path: string, ...changes: readonly (readonly [string, string])[]) => {
    let text = readFileSync(at(path), "utf8");
    for (const [from, to] of changes) {
      if (text.split(from).length !== 2) throw new Error(`${path} must have once: ${from}`);
      text = text.replace(from, () => to);
    }
    writeFileSync(at(path), text);
  };
  const isBreaking = kind === "breaking";
  const breaks = isBreaking ? "worksWith: FIRST_VERSION + 1," : "";

  const postgres = "adapters/postgres/schema";
  const procedure = readFileSync(at(`${postgres}/issue-procedure.ts`), "utf8");
  writeFileSync(
    at(`${postgres}/issue-procedure-3.ts`),
    procedure.replaceAll("faktura_issue_2", "faktura_issue_3").replaceAll("faktura_expect_2", "faktura_expect_3"),
  );
  change("adapters/postgres/statements/issue-call.ts", [
    'from "../schema/issue-procedure.ts"',
    'from "../schema/issue-procedure-3.ts"',
  ]);
  change(
    `${postgres}/version.ts`,
    [
      'import { createTables } from "./tables.ts";',
      `import { createTables } from "./tables.ts";\n${POSTGRES_PARTS(isBreaking)}`,
    ],
    [
      "tables: createTables, guards: guardsFor }];",
      `tables: createTables, guards: guardsFor }, {${breaks} ...NEXT }];`,
    ],
  );
  change(
    "adapters/sqlite/schema/version.ts",
    ['import { TABLES } from "./tables.ts";', `import { TABLES } from "./tables.ts";\n${SQLITE_PARTS(isBreaking)}`],
    ["PLACE_GUARDS}`,\n  },\n];", `PLACE_GUARDS}\`,\n  }, {${breaks} sql: NEXT },\n];`],
  );
  change("domain/invoice/generated/key-order.ts", [
    "warnings: own.warnings,",
    'warnings: own.warnings, zone: "of the next",',
  ]);

  if (!isMutantRun) {
    const { scripts } = await bundled(folder, "scripts", { scripts: `${postgres}/version.ts` });
    writeFileSync(at(`${postgres}/generated/expected.ts`), await expectedSchema(scripts as Scripts));
  }
  const { readOnly, ...entries } = await bundled(folder, "dist", {
    faktura: "index.ts",
    postgres: "adapters/postgres/index.ts",
    sqlite: "adapters/sqlite/index.ts",
    readOnly: "adapters/sqlite/read-only.ts",
  });
  return { ...entries, openReadOnlyFile: readOnly!["openReadOnlyBooks"] } as unknown as NextLibrary;
}

/** Bundled first, because vitest needs many times as long for each module. The entries share what they have in common. */
async function bundled(folder: string, into: string, entries: Readonly<Record<string, string>>) {
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(folder, "src", path)])),
    outdir: join(folder, into),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const modules: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(entries)) {
    modules[name] = await import(/* @vite-ignore */ join(folder, into, `${name}.js`));
  }
  return modules;
}

const DROP_INDEX = `DROP INDEX IF EXISTS \${schema}.faktura_invoices_by_reference;`;

const DROP_PROCEDURE = `DROP PROCEDURE IF EXISTS \${tables.schema}.faktura_issue_2;
DROP FUNCTION IF EXISTS \${tables.schema}.faktura_expect_2;`;

const POSTGRES_PARTS = (isBreaking: boolean) => `
import { issueProcedure } from "./issue-procedure-3.ts";
import { checkFunction, trigger } from "./trigger-sql.ts";

const NEXT: SchemaScript = {
  tables: ({ schema, invoices, journal }) => \`
CREATE TABLE \${schema}.faktura_next (
  company_id text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_next_pkey PRIMARY KEY (company_id)
);
CREATE INDEX faktura_next_by_length ON \${schema}.faktura_next (length(company_id));
ALTER TABLE \${invoices} ADD COLUMN zone text COLLATE "C" DEFAULT 'next; or not';
CREATE INDEX faktura_invoices_by_zone ON \${invoices} (company_id, zone, counter);
DROP INDEX IF EXISTS \${schema}.faktura_invoices_by_status;
CREATE INDEX faktura_invoices_by_status ON \${invoices} (company_id, status, counter, zone);
ALTER TABLE \${journal} DROP CONSTRAINT faktura_journal_kind_check,
  ADD CONSTRAINT faktura_journal_kind_check CHECK (kind <> '') NOT VALID;
${isBreaking ? DROP_INDEX : ""}
\`,
  guards: (tables) => \`
\${checkFunction(tables, "faktura_refuse", "BEGIN\\n  RAISE EXCEPTION 'refused by the next: %', TG_ARGV[0] USING ERRCODE = 'restrict_violation';\\nEND")}
\${trigger("zoned", tables.invoices, "BEFORE DELETE", "FOR EACH ROW", \`\${tables.schema}.faktura_refuse('zoned')\`)}
DROP TRIGGER IF EXISTS faktura_api_keys_kept ON \${tables.apiKeys};
\${issueProcedure(tables)}
${isBreaking ? DROP_PROCEDURE : ""}\`,
};
`;

const SQLITE_PARTS = (isBreaking: boolean) => `
const [KEYS, ...KEY_GUARDS] = API_KEYS.split("CREATE TRIGGER ");

const NEXT = \`
CREATE TABLE faktura_next (
  company_id TEXT PRIMARY KEY
) STRICT;

ALTER TABLE faktura_invoices ADD COLUMN zone TEXT DEFAULT 'next';

CREATE INDEX faktura_invoices_by_zone ON faktura_invoices (company_id, zone, counter);

DROP TRIGGER faktura_invoices_kept;

CREATE TRIGGER faktura_invoices_kept BEFORE DELETE ON faktura_invoices
BEGIN
  SELECT RAISE(ABORT, 'refused by the next');
END;

DROP INDEX IF EXISTS faktura_invoices_by_status;

CREATE INDEX faktura_invoices_by_status ON faktura_invoices (company_id, status, counter, zone);

\${KEYS!.replace("faktura_api_keys", "faktura_api_keys_next").replace("length(hash) = 64 AND ", "")}
INSERT INTO faktura_api_keys_next SELECT * FROM faktura_api_keys;

DROP TABLE faktura_api_keys;

ALTER TABLE faktura_api_keys_next RENAME TO faktura_api_keys;

\${KEY_GUARDS.filter((sql) => !sql.startsWith("faktura_api_keys_kept")).map((sql) => "CREATE TRIGGER " + sql).join("")}

${isBreaking ? "DROP INDEX faktura_invoices_by_reference;" : ""}
\`;
`;
