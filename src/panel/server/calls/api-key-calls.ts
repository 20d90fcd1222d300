import { isRefusal } from "faktura";
import { SCOPES } from "faktura/http";
import { z } from "zod";
import type { Failure } from "../../wire.ts";
import { type CallRow, failed, withBody } from "./call.ts";

const createCall = z.object({
  name: z.string().max(200),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length),
  /** An instant with its offset; empty if the key does not expire. */
  expiresAt: z.string(),
});

const NAME_MISSING: Failure = {
  code: "api_key_name_required",
  message: "The key needs a name.",
  errors: [{ pointer: "/name", detail: "must not be blank" }],
};

const NO_SCOPES: Failure = {
  code: "api_key_scopes_required",
  message: "The key must be allowed to do something.",
  errors: [{ pointer: "/scopes", detail: "choose at least one" }],
};

const NOT_FOUND: Failure = { code: "api_key_not_found", message: "This key does not exist.", errors: [] };

const common = { path: "/settings/api-keys", right: "keys", needs: "apiKeys" } as const;

/** The calls that list, create and revoke a company's API keys. */
export const API_KEY_CALLS: readonly CallRow[] = [
  { ...common, method: "GET", answer: ({ companyId }, { apiKeys }) => apiKeys!.list(companyId) },
  withBody({
    ...common,
    method: "POST",
    body: createCall,
    answer: async ({ companyId, body: { name, scopes, expiresAt } }, { apiKeys }) => {
      if (!/\S/.test(name)) return failed(422, NAME_MISSING);
      if (scopes.length === 0) return failed(422, NO_SCOPES);
      const request = { name: name.trim(), scopes, ...(expiresAt !== "" && { expiresAt }) };
      return Response.json(await apiKeys!.create(companyId, request), { status: 201 });
    },
  }),
  {
    ...common,
    method: "DELETE",
    path: `${common.path}/{id}`,
    answer: async ({ companyId, id }, { apiKeys }) => {
      try {
        return await apiKeys!.revoke(companyId, id);
      } catch (error) {
        if (!isRefusal(error, "request_invalid")) throw error;
        return failed(404, NOT_FOUND);
      }
    },
  },
];
