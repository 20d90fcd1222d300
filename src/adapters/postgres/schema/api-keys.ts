import type { Tables } from "../settings.ts";
import { refusing } from "./trigger-sql.ts";

const FIXED = ["company_id", "id", "hash", "scopes", "name", "actor", "created_at"];

/** SQL for the table of API keys. Only a hash of each key is stored. */
export function apiKeyTable({ apiKeys }: Tables): string {
  return `
CREATE TABLE ${apiKeys} (
  company_id   pg_catalog.text COLLATE "C" NOT NULL,
  id           pg_catalog.text COLLATE "C" NOT NULL,
  hash         pg_catalog.text COLLATE "C" NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  scopes       pg_catalog.text COLLATE "C" NOT NULL CHECK (pg_catalog.json_typeof(scopes::pg_catalog.json) = 'array'),
  name         pg_catalog.text COLLATE "C",
  actor        pg_catalog.text COLLATE "C" NOT NULL,
  created_at   pg_catalog.text COLLATE "C" NOT NULL,
  expires_at   pg_catalog.text COLLATE "C",
  revoked_at   pg_catalog.text COLLATE "C",
  last_used_at pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_api_keys_pkey PRIMARY KEY (company_id, id)
);
`;
}

/** SQL for its guards: a key is never deleted, reactivated or extended. They need the function `faktura_refuse`. */
export function apiKeyGuards(tables: Tables): string {
  const { apiKeys } = tables;
  const changes = [
    ...FIXED.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`),
    "(OLD.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)",
    "(OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at))",
    "(OLD.last_used_at IS NOT NULL AND (NEW.last_used_at IS NULL OR NEW.last_used_at < OLD.last_used_at))",
  ];
  return `
${refusing(tables, "fixed", apiKeys, "AFTER UPDATE", "an API key can only be revoked or made to expire sooner", {
  when: changes.join(" OR "),
})}
${refusing(tables, "kept", apiKeys, "BEFORE DELETE", "an API key cannot be deleted")}
${refusing(tables, "whole", apiKeys, "BEFORE TRUNCATE", "an API key cannot be deleted", { each: "STATEMENT" })}`;
}
