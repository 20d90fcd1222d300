declare global {
  var books: Promise<typeof import("../../../../panel.ts")> | undefined;
}

/**
 * Loaded on the first request, because `next build` runs this module too and must not open the database. Kept in
 * `globalThis`, because `next dev` loads modules again after a change, and each copy would open the database again.
 */
const load = () => (globalThis.books ??= import("../../../../panel.ts"));
const handle = async (request: Request) => (await load()).handle(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
