import { Refusal } from "../../domain/refusal.ts";
import { HttpFault } from "./problem.ts";

/** The path of a request, and its query: empty, or with the question mark. */
export interface RequestTarget {
  readonly path: string;
  readonly search: string;
}

/**
 * `uri-host [":" port]`, checked only by its characters: a name or an IPv4 address, or an IP address in brackets. The
 * host of an http URL is never empty.
 *
 * @see RFC 9110, sections 4.2.1 and 7.2, and RFC 3986, section 3.2.2
 */
const HOST = /^(?:\[(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** A path that URL parsing would not change, without a query. Parsing it would cost more than the rest of routing. */
const PLAIN_PATH = /^\/[\w/-]*$/;

/**
 * The parts of a path that a URL parser resolves. A guard that compares the path as it was sent would not see the
 * result.
 */
const RESOLVED_SEGMENT = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Checks the Host header. Adapters build the URL from it, and clients can write anything into it: the host
 * `x/invoices/1/cancel#` would reach another endpoint than the one in the request line, past any guard on it. If an
 * adapter concatenates host and path, an empty host would turn the first part of the path into the host. HTTP/2 requests
 * may lack the header, and HTTP/2 parsers allow no such character in `:authority`.
 *
 * @throws HttpFault `invalid_host` if the header is empty or contains a character that is not allowed in a host
 */
export function requireHost({ headers }: Request): void {
  const host = headers.get("Host");
  if (host === null || HOST.test(host)) return;
  throw new HttpFault("invalid_host", "The Host header must be a host name or an address, with an optional port.");
}

/** The path and query of a request's URL. Its host is ignored. @throws HttpFault `route_not_found` */
export function targetOf(url: string): RequestTarget {
  const pathAndQuery = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  if (PLAIN_PATH.test(pathAndQuery)) return { path: pathAndQuery, search: "" };
  if (RESOLVED_SEGMENT.test(pathAndQuery.replace(/[?#].*$/s, ""))) {
    throw new HttpFault(
      "route_not_found",
      "The path contains . or .. between slashes, or a backslash; send it without them.",
    );
  }
  const { pathname, search } = new URL(`http://localhost${pathAndQuery.startsWith("/") ? "" : "/"}${pathAndQuery}`);
  // The same path, whatever the case of its percent-encoding: RFC 3986, section 6.2.2.1.
  return { path: pathname.replace(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase()), search };
}

/** The parameters of a query, by name. @throws Refusal `request_invalid` if one is given twice */
export function parametersIn(search: string): Record<string, string> {
  const entries = [...new URLSearchParams(search)];
  const seen = new Set<string>();
  const [repeated] = entries.find(([name]) => seen.size === seen.add(name).size) ?? [];
  if (repeated === undefined) return Object.fromEntries(entries);
  const errors = [{ parameter: repeated, detail: "must be given only once" }];
  throw new Refusal("request_invalid", "A query parameter is given more than once.", errors);
}
