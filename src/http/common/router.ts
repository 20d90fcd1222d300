import { HttpFault } from "./problem.ts";

/** What a router finds: a method, and a path whose segments in braces stand for any segment that is not empty. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

/** A path of a table, and its rows by method. */
export interface RoutedPath<Row> {
  readonly path: string;
  readonly segments: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

/** The paths of a table, in its order. */
export type Router<Row> = readonly RoutedPath<Row>[];

export function routerOf<Row extends Routed>(rows: readonly Row[]): Router<Row> {
  const byPath = new Map<string, Map<string, Row>>();
  for (const row of rows) byPath.set(row.path, (byPath.get(row.path) ?? new Map<string, Row>()).set(row.method, row));
  return [...byPath].map(([path, own]) => ({ path, segments: path.split("/"), rows: own }));
}

/** The first path of a router that a path below the base path matches; `undefined` if there is none. */
export function findPath<Row>(router: Router<Row>, path: string): RoutedPath<Row> | undefined {
  const given = path.split("/");
  const isMatch = (known: string, index: number) => (isParameter(known) ? given[index] !== "" : known === given[index]);
  return router.find(({ segments }) => segments.length === given.length && segments.every(isMatch));
}

/** The decoded segments for those in braces. One that is not valid percent-encoding stays as it is. */
export function parametersOf({ segments }: RoutedPath<unknown>, path: string): readonly string[] {
  return path.split("/").flatMap((given, index) => (isParameter(segments[index]!) ? decodedSegment(given) : []));
}

/** @throws HttpFault `method_not_allowed`, with `hint` as the end of its message */
export function requireMethod<Row>({ rows }: RoutedPath<Row>, method: string, hint = ""): Row {
  const row = rows.get(method);
  if (row !== undefined) return row;
  const allow = [...rows.keys()].join(", ");
  throw new HttpFault("method_not_allowed", `Use ${allow} here.${hint}`, { Allow: allow });
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

/** One that is not valid percent-encoding stays as it is. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
