import { isRefusal } from "faktura";
import { SCOPES } from "faktura/http";
import { z } from "zod";
import { type CallRow, failed, row } from "./call.ts";

const createCall = z.object({
  name: z.string().max(200),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length),
  /** An instant with its offset; empty if the key does not expire. */
  expiresAt: z.string(),
});

const KEYS = { right: "keys", option: "apiKeys" } as const;

/** The calls that list, create and revoke a company's API keys. */
export const API_KEY_CALLS: readonly CallRow[] = [
  row("GET /settings/api-keys", KEYS, ({ companyId }, { apiKeys }) => apiKeys!.list(companyId)),
  row("POST /settings/api-keys", { ...KEYS, body: createCall }, async ({ companyId, body }, { apiKeys }) => {
    const { name, scopes, expiresAt } = body;
    if (!/\S/.test(name)) {
      const errors = [{ pointer: "/name", detail: "must not be blank" }];
      return failed(422, "api_key_name_required", "The key needs a name.", errors);
    }
    if (scopes.length === 0) {
      const errors = [{ pointer: "/scopes", detail: "choose at least one" }];
      return failed(422, "api_key_scopes_required", "The key must be allowed to do something.", errors);
    }
    const request = { name: name.trim(), scopes, ...(expiresAt !== "" && { expiresAt }) };
    return Response.json(await apiKeys!.create(companyId, request), { status: 201 });
  }),
  row("DELETE /settings/api-keys/{id}", KEYS, async ({ companyId, id }, { apiKeys }) => {
    try {
      return await apiKeys!.revoke(companyId, id);
    } catch (error) {
      if (!isRefusal(error, "request_invalid")) throw error;
      return failed(404, "api_key_not_found", "This key does not exist.");
    }
  }),
];
