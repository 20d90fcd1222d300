/**
 * How the mutants of a folder of `src` are tested: by the test files beside the configuration that asks for it.
 *
 * @param {"domain" | "service"} folder
 * @returns {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export function optionsFor(folder) {
  return {
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", dir: `test/mutation/${folder}`, related: false },
    mutate: [`src/${folder}/**/*.ts`],
    // A comment put on top of every file would show in what tests compare to the letter.
    disableTypeChecks: false,
    ignorePatterns: ["/dist", "/docs/images"],
    reporters: ["progress-append-only", "clear-text", "json"],
    jsonReporter: { fileName: `.stryker-tmp/${folder}.json` },
    clearTextReporter: { logTests: false },
    tempDirName: ".stryker-tmp",
    warnings: { slow: false },
    concurrency: 2,
    thresholds: { high: 95, low: 90, break: 90 },
  };
}
