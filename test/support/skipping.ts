import { describe, test } from "vitest";

/** `describe`, or one that is skipped and says so, if something is missing. @param missing what, and how to get it */
export function describeUnless(missing: string | undefined): ReturnType<typeof describe.skipIf> {
  return describe.skipIf(isSkipped(missing));
}

/** `test`, or one that is skipped and says so, if something is missing. @param missing what, and how to get it */
export function testUnless(missing: string | undefined): ReturnType<typeof test.skipIf> {
  return test.skipIf(isSkipped(missing));
}

/**
 * Whether something is missing. Then it prints what, for each file, under its name: a test that is skipped in silence
 * seems to pass.
 */
export function isSkipped(missing: string | undefined): boolean {
  if (missing !== undefined) console.info(`Some tests of this file are skipped: ${missing}.`);
  return missing !== undefined;
}
