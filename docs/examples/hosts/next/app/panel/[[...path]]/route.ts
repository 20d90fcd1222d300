/** Loaded on the first request, because `next build` runs this module too and must not open the database. */
const panel = async (request: Request) => (await import("../../../../panel.ts")).panel(request);

export { panel as DELETE, panel as GET, panel as POST, panel as PUT };
