/** Whether this is the run of every night, which makes all random tries, and tests the service on every store. */
export const isNightly = process.env["FAKTURA_NIGHTLY"] !== undefined;

/** How many random cases a test tries: `all` in a nightly run, and else a `part`th of that. */
export const tries = (all: number, part = 4): number => (isNightly ? all : Math.ceil(all / part));
