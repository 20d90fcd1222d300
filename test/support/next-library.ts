import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
 * column, an index and a trigger, and changes a guard. On PostgreSQL it also has a second version of the procedure that
 * issues in one trip, which its servers call. Its documents have one field more.
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
  const breaks = kind === "breaking" ? "worksWith: FIRST_VERSION + 1," : "";

  const postgres = "adapters/postgres/schema";
  const procedure = readFileSync(at(`${postgres}/issue-procedure.ts`), "utf8");
  writeFileSync(
    at(`${postgres}/issue-procedure-2.ts`),
    procedure.replaceAll("faktura_issue_1", "faktura_issue_2").replaceAll("faktura_expect_1", "faktura_expect_2"),
  );
  change("adapters/postgres/statements/issue-call.ts", [
    'from "../schema/issue-procedure.ts"',
    'from "../schema/issue-procedure-2.ts"',
  ]);
  change(
    `${postgres}/version.ts`,
    ['import { createTables } from "./tables.ts";', `import { createTables } from "./tables.ts";\n${POSTGRES_PARTS}`],
    [
      "tables: createTables, guards: guardsFor }];",
      `tables: createTables, guards: guardsFor }, {${breaks} ...NEXT }];`,
    ],
  );
  change(
    "adapters/sqlite/schema/version.ts",
    ['import { TABLES } from "./tables.ts";', `import { TABLES } from "./tables.ts";\n${SQLITE_PARTS}`],
    ["EVENTS + API_KEYS,\n  },\n];", `EVENTS + API_KEYS,\n  }, {${breaks} sql: NEXT },\n];`],
  );
  change("domain/invoice/generated/key-order.ts", [
    "warnings: own.warnings,",
    'warnings: own.warnings, zone: "of the next",',
  ]);

  const load = (path: string) => import(/* @vite-ignore */ at(path));
  return {
    faktura: (await load("index.ts")) as NextLibrary["faktura"],
    postgres: (await load("adapters/postgres/index.ts")) as NextLibrary["postgres"],
    sqlite: (await load("adapters/sqlite/index.ts")) as NextLibrary["sqlite"],
    openReadOnlyFile: (await load("adapters/sqlite/read-only.ts")).openReadOnlyBooks,
  };
}

const POSTGRES_PARTS = `
import { issueProcedure } from "./issue-procedure-2.ts";
import { checkFunction, trigger } from "./trigger-sql.ts";

const NEXT: SchemaScript = {
  tables: ({ schema, invoices }) => \`
CREATE TABLE \${schema}.faktura_next (
  company_id text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_next_pkey PRIMARY KEY (company_id)
);
CREATE INDEX faktura_next_by_length ON \${schema}.faktura_next (length(company_id));
ALTER TABLE \${invoices} ADD COLUMN zone text COLLATE "C" DEFAULT 'next; or not';
CREATE INDEX faktura_invoices_by_zone ON \${invoices} (company_id, zone, counter);
\`,
  guards: (tables) => \`
\${checkFunction(tables, "faktura_refuse", "BEGIN\\n  RAISE EXCEPTION 'refused by the next: %', TG_ARGV[0] USING ERRCODE = 'restrict_violation';\\nEND")}
\${trigger("zoned", tables.invoices, "BEFORE DELETE", "FOR EACH ROW", \`\${tables.schema}.faktura_refuse('zoned')\`)}
\${issueProcedure(tables)}\`,
};
`;

const SQLITE_PARTS = `
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
\`;
`;
