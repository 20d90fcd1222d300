import { HttpFault } from "./problem.ts";

/** What a request asks for, below the server's address. */
export interface RequestTarget {
  readonly path: string;
  readonly parameters: Iterable<readonly [string, string]>;
}

/**
 * `uri-host [":" port]`, as far as its characters go: a name or an IPv4 address, or an IP address in brackets. The
 * host of an http URL is never empty.
 *
 * @see RFC 9110, sections 4.2.1 and 7.2, and RFC 3986, section 3.2.2
 */
const HOST = /^(?:\[(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** A path that a URL has as it is, and no query: reading it as a URL would cost more than all the rest of routing. */
const PLAIN_PATH = /^\/[\w/-]*$/;

/** What a URL parser resolves away: a guard that compares the path as it was sent would not have seen where it leads. */
const RESOLVED_AWAY = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

const NO_PARAMETERS: Iterable<readonly [string, string]> = [];

/**
 * Adapters build the URL from the Host header, and clients write into it what they like: `x/invoices/1/cancel#` would
 * reach another endpoint than the one in the request line, past whatever guards that. An empty one makes a host of the
 * path's first part, where an adapter writes the two next to each other. HTTP/2 may have no such header,
 * and its parser lets no such character into `:authority`.
 *
 * @throws HttpFault `invalid_host` when the header is empty, or holds a character that no host has
 */
export function requireHost({ headers }: Request): void {
  const host = headers.get("Host");
  if (host === null || HOST.test(host)) return;
  throw new HttpFault("invalid_host", "The Host header is no host name or address with an optional port; correct it.");
}

/** Path and query of a request's URL, whose host is not looked at. @throws HttpFault `route_not_found` */
export function targetOf(url: string): RequestTarget {
  const pathAndQuery = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  if (PLAIN_PATH.test(pathAndQuery)) return { path: pathAndQuery, parameters: NO_PARAMETERS };
  if (RESOLVED_AWAY.test(pathAndQuery.replace(/[?#].*$/s, ""))) {
    throw new HttpFault("route_not_found", "The path holds . or .. between slashes, or a backslash; send it without.");
  }
  const { pathname, searchParams } = new URL(
    `http://localhost${pathAndQuery.startsWith("/") ? "" : "/"}${pathAndQuery}`,
  );
  return { path: pathname, parameters: searchParams };
}
