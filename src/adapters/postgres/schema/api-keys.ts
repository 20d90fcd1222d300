import type { Tables } from "../settings.ts";

const FIXED = ["company_id", "id", "hash", "scopes", "name", "actor", "created_at"];

/** SQL for the table of API keys. Only a hash of each key is stored. */
export function apiKeyTable({ apiKeys }: Tables): string {
  return `
CREATE TABLE ${apiKeys} (
  company_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  hash         text COLLATE "C" NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  scopes       text COLLATE "C" NOT NULL CHECK (json_typeof(scopes::json) = 'array'),
  name         text COLLATE "C",
  actor        text COLLATE "C" NOT NULL,
  created_at   text COLLATE "C" NOT NULL,
  expires_at   text COLLATE "C",
  revoked_at   text COLLATE "C",
  last_used_at text COLLATE "C",
  CONSTRAINT faktura_api_keys_pkey PRIMARY KEY (company_id, id)
);
`;
}

/** SQL for its guards: a key is never deleted, reactivated or extended. They need the function `faktura_refuse`. */
export function apiKeyGuards({ schema, apiKeys }: Tables): string {
  const guard = (name: string, on: string, message: string) => `
CREATE OR REPLACE TRIGGER faktura_api_keys_${name} ${on} EXECUTE FUNCTION ${schema}.faktura_refuse('${message}');
ALTER TABLE ${apiKeys} ENABLE ALWAYS TRIGGER faktura_api_keys_${name};`;
  const changes = [
    ...FIXED.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`),
    "(OLD.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)",
    "(OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at))",
    "(OLD.last_used_at IS NOT NULL AND (NEW.last_used_at IS NULL OR NEW.last_used_at < OLD.last_used_at))",
  ];
  return [
    guard(
      "fixed",
      `AFTER UPDATE ON ${apiKeys} FOR EACH ROW WHEN (${changes.join(" OR ")})`,
      "an API key can only be revoked or made to expire sooner",
    ),
    guard("kept", `BEFORE DELETE ON ${apiKeys} FOR EACH ROW`, "an API key cannot be deleted"),
    guard("whole", `BEFORE TRUNCATE ON ${apiKeys} FOR EACH STATEMENT`, "an API key cannot be deleted"),
  ].join("\n");
}
