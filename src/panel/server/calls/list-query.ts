import type { HonoRequest } from "hono";
import type { ClientQuery } from "../records/clients.ts";

/** The ids of what the panel keeps, in the pattern of a route. */
export const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What a call asks of a list of clients or articles. */
export function listQueryOf(request: HonoRequest): ClientQuery {
  const { search = "", page, limit } = request.query();
  return { search: search.slice(0, 200), page: countOf(page, 1, 1_000_000), limit: countOf(limit, 20, 100) };
}

/** A whole number of a query, from 1 to `most`; `absent` if it is not one. */
function countOf(text: string | undefined, absent: number, most: number): number {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : absent;
}
