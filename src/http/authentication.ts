import { type Principal, SCOPES, type Scope } from "../domain/access.ts";
import { nearestName } from "../domain/known-names.ts";
import { HttpFault } from "./problem.ts";

/**
 * Finds whom an API key belongs to; `null` or `undefined` when nobody. It gets the key without `Bearer`, and the request
 * for what else the host looks at. Compare keys in constant time and keep only their hashes.
 */
export type Authenticate = (
  apiKey: string,
  request: Request,
) => Promise<Principal | null | undefined> | Principal | null | undefined;

const BEARER = /^Bearer +(?<key>\S+)$/i;

/** The principal of the request's key. @throws HttpFault `unauthenticated`, `insufficient_scope` */
export async function requirePrincipal(request: Request, scope: Scope, authenticate: Authenticate): Promise<Principal> {
  const key = BEARER.exec(request.headers.get("Authorization") ?? "")?.groups?.["key"];
  if (key === undefined) throw unauthenticated("Send the header `Authorization: Bearer <API key>`.");
  const principal = await authenticate(key, request);
  if (principal === null || principal === undefined)
    throw unauthenticated(
      "The API key is not known or no longer valid; check that it is complete, with no quotes or brackets around it.",
    );
  requirePrincipalShape(principal);
  if (!principal.scopes.includes(scope)) {
    const unknown = principal.scopes.filter((given) => !SCOPES.some((known) => known === given));
    const nearest = nearestName(scope, unknown);
    const hint = nearest === undefined ? "use a key that has it" : `it has ${nearest}, which is none`;
    throw new HttpFault("insufficient_scope", `The API key lacks the scope ${scope}; ${hint}.`);
  }
  // A column that is NULL names nobody.
  return { ...principal, actor: principal.actor ?? undefined };
}

/** @throws TypeError when the host's answer is none: a text of scopes would match by parts of itself */
function requirePrincipalShape({ companyId, scopes }: Principal): void {
  if (typeof companyId === "string" && Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string"))
    return;
  throw new TypeError(
    "authenticate answers { companyId: a text, scopes: a list of texts }, or null for an unknown key",
  );
}

function unauthenticated(detail: string): HttpFault {
  return new HttpFault("unauthenticated", detail, { "WWW-Authenticate": "Bearer" });
}
