/**
 * How many random cases a test tries: `all` with `npm run test:slow`, and a `part`th of that with `npm test`. A test
 * file that imports this belongs to both commands.
 */
export const tries = (all: number, part = 4): number =>
  process.env["FAKTURA_ALL_TRIES"] === "1" ? all : Math.ceil(all / part);
