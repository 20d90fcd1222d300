import { HttpFault } from "./problem.ts";

/** What a router finds: a method, and a path whose segments in braces stand for any segment that is not empty. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

/** A path of a table, and its rows by method. */
interface RoutedPath<Row> {
  readonly path: string;
  readonly segments: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

/** The paths of a table, in its order. */
export type Router<Row> = readonly RoutedPath<Row>[];

/** The path of a table that a request asks for, and its segments for those in braces, decoded. */
export interface FoundPath<Row> extends RoutedPath<Row> {
  readonly parameters: readonly string[];
}

export function routerOf<Row extends Routed>(rows: readonly Row[]): Router<Row> {
  const byPath = new Map<string, Map<string, Row>>();
  for (const row of rows) byPath.set(row.path, (byPath.get(row.path) ?? new Map<string, Row>()).set(row.method, row));
  return [...byPath].map(([path, own]) => ({ path, segments: path.split("/"), rows: own }));
}

/** The path of a router that a path below the base path is or else matches; `undefined` if there is none. */
export function findPath<Row>(router: Router<Row>, path: string): FoundPath<Row> | undefined {
  const given = path.split("/");
  const isMatch = (known: string, index: number) => (isParameter(known) ? given[index] !== "" : known === given[index]);
  const found =
    router.find((known) => known.path === path) ??
    router.find(({ segments }) => segments.length === given.length && segments.every(isMatch));
  if (found === undefined) return undefined;
  const parameters = given.filter((_, index) => isParameter(found.segments[index]!)).map(decodedSegment);
  return { ...found, parameters };
}

/** @throws HttpFault `method_not_allowed`, with `hint` as the end of its message */
export function requireMethod<Row>({ rows }: FoundPath<Row>, method: string, hint = ""): Row {
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
