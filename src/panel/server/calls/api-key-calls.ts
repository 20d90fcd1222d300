import { isRefusal } from "faktura";
import { SCOPES } from "faktura/http";
import { Hono } from "hono";
import { z } from "zod";
import type { Failure } from "../../wire.ts";
import type { PanelOptions } from "../panel-options.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf } from "./call-body.ts";

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

/** The calls that create and revoke a company's API keys, below `/settings/api-keys`. */
export function apiKeyCalls(apiKeys: NonNullable<PanelOptions["apiKeys"]>): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { companyId }, json }) => json(await apiKeys.list(companyId)));

  calls.post("/", bodyOf(createCall), async ({ var: { companyId }, req, json, header }) => {
    const { name, scopes, expiresAt } = req.valid("json");
    if (!/\S/.test(name)) return json(NAME_MISSING, 422);
    if (scopes.length === 0) return json(NO_SCOPES, 422);
    header("Cache-Control", "no-store"); // the answer has the key itself
    const request = { name: name.trim(), scopes, ...(expiresAt !== "" && { expiresAt }) };
    return json(await apiKeys.create(companyId, request), 201);
  });

  calls.delete("/:id", async ({ var: { companyId }, req, json }) => {
    try {
      return json(await apiKeys.revoke(companyId, req.param("id")));
    } catch (error) {
      if (!isRefusal(error, "request_invalid")) throw error;
      return json(NOT_FOUND, 404);
    }
  });

  return calls;
}
