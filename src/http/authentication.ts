import { type Principal, SCOPES, type Scope } from "../domain/access.ts";
import { nearestName } from "../domain/known-names.ts";
import { HttpFault } from "./common/problem.ts";

/**
 * Finds the owner of an API key; `null` or `undefined` if it has none. Receives the key without `Bearer`, and the
 * request in case you want to check more. Compare keys in constant time and store only their hashes.
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
      "The API key is unknown or no longer valid; check that it is complete, with no quotes or brackets around it.",
    );
  requirePrincipalShape(principal);
  if (!principal.scopes.includes(scope)) {
    const unknown = principal.scopes.filter((given) => !SCOPES.some((known) => known === given));
    const nearest = nearestName(scope, unknown);
    const hint = nearest === undefined ? "use a key that has it" : `it has ${nearest}, which is not a scope`;
    throw new HttpFault("insufficient_scope", `The API key lacks the scope ${scope}; ${hint}.`);
  }
  // Treat a NULL actor as absent.
  return { ...principal, actor: principal.actor ?? undefined };
}

/** @throws TypeError if the host's answer has another shape: a string of scopes would match any part of itself */
function requirePrincipalShape({ companyId, scopes }: Principal): void {
  if (typeof companyId === "string" && Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string"))
    return;
  throw new TypeError(
    "authenticate must return { companyId: a string, scopes: an array of strings }, or null for an unknown key",
  );
}

function unauthenticated(detail: string): HttpFault {
  return new HttpFault("unauthenticated", detail, { "WWW-Authenticate": "Bearer" });
}
