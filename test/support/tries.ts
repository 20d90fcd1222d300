/** The share of all tries that `npm run test:slow` makes: 1, unless CI says less. */
const SLOW_SHARE = Number(process.env["FAKTURA_SLOW_SHARE"] ?? 1);

/**
 * How many random cases a test tries: `all` with `npm run test:slow`, and a `part`th of that with `npm test`. A test
 * file that imports this belongs to both commands.
 */
export const tries = (all: number, part = 4): number => {
  const share = process.env["FAKTURA_ALL_TRIES"] === "1" ? SLOW_SHARE : 0;
  return Math.ceil(all * Math.max(share, 1 / part));
};
