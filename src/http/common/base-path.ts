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
