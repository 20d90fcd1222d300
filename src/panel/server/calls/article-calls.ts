import { z } from "zod";
import type { Failure } from "../../wire.ts";
import { type CallRow, failed, listQueryOf, REVISIONS, withBody } from "./call.ts";

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

/** The calls that keep articles. */
export const ARTICLE_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/articles",
    right: "issue",
    answer: ({ companyId, query }, { articles }) => articles.list(companyId, listQueryOf(query)),
  },
  {
    method: "GET",
    path: "/articles/{uuid}",
    right: "issue",
    answer: async ({ companyId, id }, { articles }) => (await articles.find(companyId, id)) ?? failed(404, NOT_FOUND),
  },
  withBody({
    method: "PUT",
    path: "/articles/{uuid}",
    right: "issue",
    body: saveCall,
    answer: async ({ companyId, id, body: { replaces, ...saved } }, { articles, clock }) => {
      if (!/\S/.test(saved.fields["/description"] ?? "")) return failed(422, NAME_MISSING);
      const article = { id, ...saved, savedAt: clock.now().toISOString() };
      return (await articles.save(companyId, article, replaces)) ? article : failed(409, CHANGED);
    },
  }),
  {
    method: "DELETE",
    path: "/articles/{uuid}",
    right: "issue",
    answer: async ({ companyId, id }, { articles }) => {
      await articles.remove(companyId, id);
      return {};
    },
  },
];
