import type { Clock } from "faktura";
import { Hono } from "hono";
import { z } from "zod";
import type { Failure } from "../../wire.ts";
import type { Articles } from "../records/articles.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf, REVISIONS } from "./call-body.ts";
import { listQueryOf, UUID } from "./list-query.ts";

const saveCall = z.object({
  ...REVISIONS,
  fields: z.record(z.string().max(100), z.string().max(4000)),
});

const NOT_FOUND: Failure = { code: "article_not_found", message: "This article was deleted.", errors: [] };

const CHANGED: Failure = {
  code: "article_changed",
  message: "This article was changed or deleted in another tab, and was not saved here. Reload the page.",
  errors: [],
};

const NAME_MISSING: Failure = {
  code: "article_name_required",
  message: "The article needs a name.",
  errors: [{ pointer: "/description", detail: "must not be blank" }],
};

/** The calls that keep articles, below `/articles`. */
export function articleCalls(articles: Articles, clock: Clock): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { companyId }, req, json }) => {
    return json(await articles.list(companyId, listQueryOf(req)));
  });

  calls.get(`/:id{${UUID}}`, async ({ var: { companyId }, req, json }) => {
    const article = await articles.find(companyId, req.param("id"));
    return article === undefined ? json(NOT_FOUND, 404) : json(article);
  });

  calls.put(`/:id{${UUID}}`, bodyOf(saveCall), async ({ var: { companyId }, req, json }) => {
    const { replaces, ...saved } = req.valid("json");
    if (!/\S/.test(saved.fields["/description"] ?? "")) return json(NAME_MISSING, 422);
    const article = { id: req.param("id"), ...saved, savedAt: clock.now().toISOString() };
    return (await articles.save(companyId, article, replaces)) ? json(article) : json(CHANGED, 409);
  });

  calls.delete(`/:id{${UUID}}`, async ({ var: { companyId }, req, json }) => {
    await articles.remove(companyId, req.param("id"));
    return json({});
  });

  return calls;
}
