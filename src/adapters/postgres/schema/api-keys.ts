import type { Tables } from "../settings.ts";
import { refusing } from "./trigger-sql.ts";

const FIXED = ["company_id", "id", "hash", "scopes", "name", "actor", "created_at"];

/** SQL for the guards of API keys: a key is never deleted, reactivated or extended. They need the function `faktura_refuse`. */
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
