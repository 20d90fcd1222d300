import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { shared } from "../vitest.config.ts";

/** Sorted by name: first the quick tests, which kill most mutants, then those that kill the rest. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.sort((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    dir: "test/mutation",
    include: ["**/*-tests.ts"],
    sequence: { sequencer: InOrder },
  },
});
