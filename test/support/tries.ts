/** The share of all tries that is made at least: 1 with `npm run test:slow`, and elsewhere none unless it is set. */
const SHARE = Number(process.env["FAKTURA_TRIES"] ?? 0);

/**
 * How many random cases a test tries: `all` with `npm run test:slow`, and a `part`th of that with `npm test`. A test
 * file that imports this belongs to both commands.
 */
export const tries = (all: number, part = 4): number => Math.ceil(all * Math.max(SHARE, 1 / part));
