/**
 * How often a test tries something random: `all` times with `npm run test:slow`, a `part`th of that with `npm test`. A
 * test file that imports this belongs to both commands.
 */
export const tries = (all: number, part = 4): number =>
  process.env["FAKTURA_ALL_TRIES"] === "1" ? all : Math.ceil(all / part);
