import type { Company } from "faktura";
import { z } from "zod";
import { isJson, readJson } from "../../../http/common/request-body.ts";
import type { Language } from "../../languages/chosen-language.ts";
import type { Texts } from "../../languages/en.ts";
import type { Failure, PanelRights } from "../../wire.ts";
import { textAnswer } from "../page-texts.ts";
import type { PanelBooks } from "../panel-books.ts";
import type { ClientQuery } from "../records/clients.ts";
import type { PanelSession } from "../session.ts";

/** A call of a page, routed and allowed. */
export interface Call<Body = unknown> {
  readonly request: Request;
  readonly session: PanelSession;
  /** The company in the path, one of the session's. */
  readonly companyId: string;
  readonly company: Company;
  /** The first parameter of the path, decoded; `""` if it has none. */
  readonly id: string;
  /** The second one. */
  readonly part: string;
  readonly query: Readonly<Record<string, string>>;
  /** As the row's schema has it; `undefined` if it has none. */
  readonly body: Body;
  /** The language of the pages, and its texts. */
  readonly language: Language;
  readonly texts: Texts;
}

/** One call: its address, who may make it, and what it answers. */
export interface CallRow<Schema extends z.ZodType = z.ZodType> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the company's calls. `{uuid}` only takes ids of what the panel keeps. */
  readonly path: string;
  /** The right that a session needs. Absent: none. */
  readonly right?: keyof PanelRights;
  /** Absent: the call has no JSON body. */
  readonly body?: Schema;
  /** The option of the host without which there is no such call. */
  readonly needs?: "apiKeys" | "render" | "send";
  /** A response, or what is written as JSON. `undefined`: there is nothing at the address. */
  answer(call: Call<z.output<Schema>>, books: PanelBooks): Promise<unknown>;
}

/** A row with a body: it only makes the compiler infer the body's type. */
export function withBody<Schema extends z.ZodType>(row: CallRow<Schema> & { readonly body: Schema }): CallRow {
  return row;
}

/** Reads the body of a call and answers it. */
export async function answerCall(
  row: CallRow,
  { request, ...call }: Omit<Call, "body">,
  books: PanelBooks,
): Promise<Response> {
  let body: unknown;
  if (row.body !== undefined) {
    // So that the body of another site's form is never accepted.
    if (!isJson(request)) return failed(400, NOT_OF_PANEL);
    const parsed = row.body.safeParse(await readJson(request, { required: true }, books.maxBodyBytes));
    if (!parsed.success) return failed(400, malformed(parsed.error));
    body = parsed.data;
  }
  const answered = await row.answer({ ...call, request, body }, books);
  if (answered === undefined) return textAnswer(request, 404, "noPage");
  return answered instanceof Response ? answered : Response.json(answered);
}

export function failed(status: number, failure: Failure): Response {
  return Response.json(failure, { status });
}

const NOT_OF_PANEL: Failure = {
  code: "request_invalid",
  message: "The call does not come from this panel.",
  errors: [],
};

/** How many faults of a body are listed at most. */
const MOST_FAULTS = 100;

function malformed({ issues }: z.ZodError): Failure {
  const errors = issues.slice(0, MOST_FAULTS).map(({ path, message: detail }) => {
    const parts = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return { pointer: parts.join(""), detail };
  });
  return { code: "request_invalid", message: "The body of the call is not valid.", errors };
}

/** What each save of a record states. */
export const REVISIONS = {
  revision: z.uuid(),
  /** The revisions that this save may replace: what the page loaded, and its own saves. The empty one is no record. */
  replaces: z.array(z.union([z.literal(""), z.uuid()])).max(100),
};

/** What a call asks of a list of clients or articles. */
export function listQueryOf({ search = "", page, limit }: Call["query"]): ClientQuery {
  return { search: search.slice(0, 200), page: countOf(page, 1, 1_000_000), limit: countOf(limit, 20, 100) };
}

/** A whole number of a query, from 1 to `most`; `absent` if it is not one. */
function countOf(text: string | undefined, absent: number, most: number): number {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : absent;
}

/** Pages send a key with each call that must not take effect twice, so that they can repeat it after a lost response. */
export function keyOf({ headers }: Request) {
  return { idempotencyKey: headers.get("Idempotency-Key") ?? undefined };
}
