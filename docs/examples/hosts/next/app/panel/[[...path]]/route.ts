declare global {
  var books: Promise<typeof import("../../../../panel.ts")> | undefined;
}

/** Loaded once, with the endpoints: see their route. */
const load = () => (globalThis.books ??= import("../../../../panel.ts"));
const panel = async (request: Request) => (await load()).panel(request);

export { panel as DELETE, panel as GET, panel as POST, panel as PUT };
