import { API_KEY_TABLE } from "./tables.ts";

const FIXED = ["company_id", "id", "hash", "scopes", "name", "actor", "created_at"];

/**
 * The table of API keys and its guards. Only a hash of each key is stored. A key is never deleted, reactivated or
 * extended.
 */
export const API_KEYS = `${API_KEY_TABLE}
CREATE TRIGGER faktura_api_keys_new BEFORE INSERT ON faktura_api_keys
WHEN EXISTS (SELECT 1 FROM faktura_api_keys WHERE company_id = NEW.company_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'faktura: an API key cannot be replaced'); END;

CREATE TRIGGER faktura_api_keys_fixed BEFORE UPDATE ON faktura_api_keys
WHEN ${FIXED.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}
  OR (OLD.revoked_at IS NOT NULL AND OLD.revoked_at IS NOT NEW.revoked_at)
  OR (OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at))
  OR (OLD.last_used_at IS NOT NULL AND (NEW.last_used_at IS NULL OR NEW.last_used_at < OLD.last_used_at))
BEGIN SELECT RAISE(ABORT, 'faktura: an API key can only be revoked or made to expire sooner'); END;

CREATE TRIGGER faktura_api_keys_kept BEFORE DELETE ON faktura_api_keys
BEGIN SELECT RAISE(ABORT, 'faktura: an API key cannot be deleted'); END;
`;
