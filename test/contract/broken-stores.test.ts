/**
 * Goal: every case of the contract can fail.
 * Method: the whole contract passes on a store that keeps every promise. Then each case runs on that store with one
 * fault, and must reject. A case without a fault, or a fault without a case, is an error too.
 * Not covered: that a case finds every possible fault.
 */
import { storeContract } from "faktura/contract";
import { describe, expect, test } from "vitest";
import { API_KEY_FAULTS } from "./api-key-faults.ts";
import { COMPANY_FAULTS, OPENING_FAULTS } from "./company-faults.ts";
import { CREDIT_NOTE_FAULTS } from "./credit-note-faults.ts";
import { DATE_FAULTS } from "./date-faults.ts";
import { EVENT_FAULTS } from "./event-faults.ts";
import { JOURNAL_FAULTS } from "./journal-faults.ts";
import { LEASE_FAULTS } from "./lease-faults.ts";
import { PANEL_FAULTS } from "./panel-faults.ts";
import { PORTAL_FAULTS } from "./portal-faults.ts";
import { READING_FAULTS } from "./reading-faults.ts";
import { SERIES_FAULTS } from "./series-faults.ts";
import { workshop } from "./whole-store.ts";
import { WRITING_FAULTS } from "./writing-faults.ts";

type Case = () => Promise<void>;

/** The contract's cases by title, on the stores of this folder. */
function casesOn(store: ReturnType<typeof workshop>): Map<string, Case> {
  const cases = new Map<string, Case>();
  const { notRun } = storeContract({ test: (title, body) => cases.set(title, body), ...store });
  expect(notRun).toEqual([]);
  return cases;
}

const faults = {
  ...WRITING_FAULTS,
  ...SERIES_FAULTS,
  ...DATE_FAULTS,
  ...READING_FAULTS,
  ...CREDIT_NOTE_FAULTS,
  ...PORTAL_FAULTS,
  ...COMPANY_FAULTS,
  ...JOURNAL_FAULTS,
  ...LEASE_FAULTS,
  ...EVENT_FAULTS,
  ...API_KEY_FAULTS,
  ...PANEL_FAULTS,
};
const broken = new Map([
  ...Object.entries(faults).map(([title, fault]) => [title, workshop(fault)] as const),
  ...Object.entries(OPENING_FAULTS).map(([title, changes]) => [title, workshop(undefined, changes)] as const),
]);
const failed = new Set<string>();

describe("a store that keeps every promise", () => {
  for (const [title, run] of casesOn(workshop())) test(title, run);
});

describe("a store that breaks the promise", () => {
  test.each([...broken.keys()])("%s", async (title) => {
    const run = casesOn(broken.get(title)!).get(title);
    expect(run, "there is no such case").toBeDefined();
    const error = await run!().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error, "the case passed on a broken store").toBeInstanceOf(Error);
    // A mistake in the fault itself would prove nothing.
    expect(["TypeError", "ReferenceError"], String(error)).not.toContain((error as Error).name);
    failed.add(title);
  });

  test("every case was seen to fail", () => {
    expect([...failed].sort()).toEqual([...casesOn(workshop()).keys()].sort());
  });
});
