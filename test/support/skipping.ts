import { describe, test } from "vitest";
import { SKIPPED } from "./skipped-tests.ts";

/** `describe`, or one that is skipped and says so, if something is missing. @param missing what, and how to get it */
export function describeUnless(missing: string | undefined): ReturnType<typeof describe.skipIf> {
  return describe.skipIf(isSkipped(missing));
}

/** `test`, or one that is skipped and says so, if something is missing. @param missing what, and how to get it */
export function testUnless(missing: string | undefined): ReturnType<typeof test.skipIf> {
  return test.skipIf(isSkipped(missing));
}

/**
 * Whether something is missing. If it is, `SkippedTests` says so at the end of the run, because a test that is skipped in
 * silence seems to pass. In CI nothing may be missing, so there it fails.
 */
export function isSkipped(missing: string | undefined): boolean {
  if (missing === undefined) return false;
  if (process.env["CI"]) throw new Error(`If CI is set, no test may be skipped. ${missing}`);
  console.info(`${SKIPPED}${missing}`);
  return true;
}
