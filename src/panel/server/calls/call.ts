import type { Company } from "faktura";
import { z } from "zod";
import { isJson, readJson } from "../../../http/common/request-body.ts";
import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import type { Language } from "../../chosen-language.ts";
import type { Failure, PanelRights } from "../../wire.ts";
import { textAnswer } from "../page-texts.ts";
import type { PanelBooks } from "../panel-books.ts";
import type { RecordQuery } from "../records/named-records.ts";
import type { PanelSession } from "../session.ts";

/** A call of a page, routed and allowed. */
export interface Call<Body = unknown> {
  readonly request: Request;
  readonly session: PanelSession;
  /** The company in the path, one of the session's. */
  readonly companyId: string;
  readonly company: Company;
  /** The first parameter of the address, decoded; `""` if it has none. */
  readonly id: string;
  /** The second one. */
  readonly part: string;
  readonly query: Readonly<Record<string, string>>;
  /** The values of the row's `list`. */
  readonly listed: readonly string[];
  /** As the row's schema has it; `undefined` if it has none. */
  readonly body: Body;
  /** The language of the pages, and its texts. */
  readonly language: Language;
  readonly texts: Texts;
}

/** What a call needs. */
interface CallNeeds<Schema extends z.ZodType> {
  /** The right that a session needs. Absent: none. */
  readonly right?: keyof PanelRights;
  /** The option that the host must set for this call to exist. Absent: none. */
  readonly option?: "apiKeys" | "render" | "send";
  /** The parameter of its query that may be given several times, and is the only one. Absent: it has none. */
  readonly list?: string;
  /** The schema of its JSON body. Absent: it has none. */
  readonly body?: Schema;
}

/** One call: its address below the company's calls, what it needs, and what it answers. */
export interface CallRow extends CallNeeds<z.ZodType> {
  readonly method: string;
  readonly path: string;
  /** Declared as a method, so that the answers of rows with a body, which expect it, are assignable. */
  answer(call: Call, books: PanelBooks): Promise<unknown>;
}

/**
 * A row of a table of calls. `{uuid}` in its address only matches ids of what the panel keeps, `{id}` and `{part}` any segment.
 * It answers with a response, or with what is written as JSON; `undefined` if there is nothing at the address.
 */
export function row<Schema extends z.ZodType = z.ZodUndefined>(
  address: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`,
  needs: CallNeeds<Schema>,
  answer: (call: Call<z.output<Schema>>, books: PanelBooks) => Promise<unknown>,
): CallRow {
  const [method, path] = address.split(" ") as [string, string];
  return { ...needs, method, path, answer };
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
    if (!isJson(request)) return failed(400, "request_invalid", "The call does not come from this panel.");
    const parsed = row.body.safeParse(await readJson(request, { required: true }, books.maxBodyBytes));
    if (!parsed.success) {
      return failed(400, "request_invalid", "The body of the call is not valid.", faultsOf(parsed.error));
    }
    body = parsed.data;
  }
  const answered = await row.answer({ ...call, request, body }, books);
  if (answered === undefined) return textAnswer(request, 404, "noPage");
  return answered instanceof Response ? answered : Response.json(answered);
}

/** The answer to a call that the panel itself refuses. */
export function failed(status: number, code: string, message: string, errors: Failure["errors"] = []): Response {
  return Response.json({ code, message, errors } satisfies Failure, { status });
}

/** The first faults of a body, for at most a hundred of its fields. */
function faultsOf({ issues }: z.ZodError): Failure["errors"] {
  return issues.slice(0, 100).map(({ path, message: detail }) => {
    const parts = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return { pointer: parts.join(""), detail };
  });
}

/** What each save of a record states. */
export const revisions = () => ({
  revision: z.uuid(),
  /** The revisions that this save may replace: what the page loaded, and its own saves. The empty one is no record. */
  replaces: z.array(z.union([z.literal(""), z.uuid()])).max(100),
});

/** What a call asks of a list of clients or articles. */
export function listQueryOf({ search = "", page, limit }: Call["query"]): RecordQuery {
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
