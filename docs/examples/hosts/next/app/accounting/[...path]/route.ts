/** Loaded on the first request, because `next build` runs this module too and must not open the database. */
const handle = async (request: Request) => (await import("../../../../accounting.ts")).handle(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
