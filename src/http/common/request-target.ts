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
 * Checks the Host header, which is `null` if there is none. Adapters build the URL from it, and clients can write anything into it: the host
 * `x/invoices/1/cancel#` would reach another endpoint than the one in the request line, past any guard on it. If an
 * adapter concatenates host and path, an empty host would turn the first part of the path into the host. HTTP/2 requests
 * may lack the header, and HTTP/2 parsers allow no such character in `:authority`.
 *
 * @throws HttpFault `invalid_host` if the header is empty or contains a character that is not allowed in a host
 */
export function requireHost(host: string | null): void {
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

/** Where the endpoints are: each a path without a trailing slash, as it is in URLs. `""` is the root. */
export interface BasePaths {
  /** As the handler receives it. */
  readonly basePath: string;
  /** As clients call it. */
  readonly publicBasePath: string;
}

/**
 * A base path as it is in URLs: without a trailing slash, and with every letter outside ASCII encoded.
 *
 * @throws TypeError if it does not begin with a slash, begins with two, or has a query
 */
export function requireBasePath(option: keyof BasePaths, path: string): string {
  if (typeof path !== "string" || (path !== "" && !/^\/[^?#]*$/.test(path))) {
    throw new TypeError(`${option} must begin with a slash and have no query: ${JSON.stringify(path)}`);
  }
  const { pathname } = new URL(`http://localhost${path}`);
  // In a `Location` header, what follows two slashes is a host.
  if (pathname.startsWith("//")) throw new TypeError(`${option} must begin with one slash: ${JSON.stringify(path)}`);
  return pathname.replace(/(?<!\/)\/+$/, "");
}

/** The part of a path below the base path, such as `/invoices`; `undefined` if the path is elsewhere. */
export function pathBelow(basePath: string, path: string): string | undefined {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** What a router finds: a method, and a path whose segments in braces stand for any segment that is not empty. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

/** A path of a table, and its rows by method. */
interface RoutedPath<Row> {
  readonly segments: readonly string[];
  /** The indexes of the segments in braces. */
  readonly inBraces: readonly number[];
  readonly rows: Map<string, Row>;
}

/** The paths of a table, in its order. */
export type Router<Row> = ReadonlyMap<string, RoutedPath<Row>>;

/** The path of a table that a request asks for, and its segments for those in braces, decoded. */
export interface FoundPath<Row> extends RoutedPath<Row> {
  readonly parameters: readonly string[];
}

export function routerOf<Row extends Routed>(rows: readonly Row[]): Router<Row> {
  const router = new Map<string, RoutedPath<Row>>();
  for (const row of rows) {
    const segments = row.path.split("/");
    const inBraces = segments.flatMap((segment, index) => (segment.startsWith("{") ? [index] : []));
    const found = router.get(row.path) ?? { segments, inBraces, rows: new Map<string, Row>() };
    found.rows.set(row.method, row);
    router.set(row.path, found);
  }
  return router;
}

/** The path of a router that a path below the base path is or else matches; `undefined` if there is none. */
export function findPath<Row>(router: Router<Row>, path: string): FoundPath<Row> | undefined {
  const given = path.split("/");
  const found = router.get(path) ?? [...router.values()].find((known) => isMatch(known, given));
  return found && { ...found, parameters: found.inBraces.map((index) => decodedSegment(given[index]!)) };
}

function isMatch({ segments, inBraces }: RoutedPath<unknown>, given: readonly string[]): boolean {
  if (segments.length !== given.length) return false;
  return segments.every((known, index) => (inBraces.includes(index) ? given[index] !== "" : known === given[index]));
}

/** @throws HttpFault `method_not_allowed`, with `hint` as the end of its message */
export function requireMethod<Row>({ rows }: FoundPath<Row>, method: string, hint = ""): Row {
  const row = rows.get(method);
  if (row !== undefined) return row;
  const allow = [...rows.keys()].join(", ");
  throw new HttpFault("method_not_allowed", `Use ${allow} here.${hint}`, { Allow: allow });
}

/** One that is not valid percent-encoding stays as it is. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
