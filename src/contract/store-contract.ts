import { requireOptions } from "../domain/known-names.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import { apiKeyCases } from "./cases/api-key-cases.ts";
import { billingCases } from "./cases/billing-cases.ts";
import { billingLeaseCases } from "./cases/billing-lease-cases.ts";
import { companyCases } from "./cases/company-cases.ts";
import { creditNoteCases } from "./cases/credit-note-cases.ts";
import { dateCases } from "./cases/date-cases.ts";
import { eventCases } from "./cases/event-cases.ts";
import { idempotencyCases } from "./cases/idempotency-cases.ts";
import { invoiceCases } from "./cases/invoice-cases.ts";
import { journalCases } from "./cases/journal-cases.ts";
import { journalReadingCases } from "./cases/journal-reading-cases.ts";
import { lifecycleCases } from "./cases/lifecycle-cases.ts";
import { listCases } from "./cases/list-cases.ts";
import { listLookupCases } from "./cases/list-lookup-cases.ts";
import { listPageCases } from "./cases/list-page-cases.ts";
import { numberingCases } from "./cases/numbering-cases.ts";
import { panelCases } from "./cases/panel-cases.ts";
import { paymentCases } from "./cases/payment-cases.ts";
import { portalCases } from "./cases/portal-cases.ts";
import { searchCases } from "./cases/search-cases.ts";
import { seriesCases } from "./cases/series-cases.ts";
import { transactionCases } from "./cases/transaction-cases.ts";
import type { ContractCases, ContractTools, NeedingCase, StoreContractAbilities } from "./contract-case.ts";

const CASES: readonly ContractCases[] = [
  numberingCases,
  seriesCases,
  dateCases,
  transactionCases,
  invoiceCases,
  paymentCases,
  creditNoteCases,
  portalCases,
  idempotencyCases,
  listCases,
  listPageCases,
  listLookupCases,
  searchCases,
  billingCases,
  billingLeaseCases,
  eventCases,
  journalCases,
  journalReadingCases,
  companyCases,
  lifecycleCases,
  apiKeyCases,
  panelCases,
];

/** Registers a test. Pass `test` of vitest, `node:test` or Jest. */
export interface ContractTest {
  (title: string, body: () => Promise<void>): unknown;
  /** Registers a test that is reported as skipped. Absent: cases that cannot run are only listed in the report. */
  skip?: ((title: string, body: () => Promise<void>) => unknown) | undefined;
}

/** What {@link storeContract} needs. */
export interface StoreContractOptions extends StoreContractAbilities {
  /** The `test` function of your test runner. */
  readonly test: ContractTest;
  /** Returns a new, empty store each time; the suite closes it. If it can take a host's counter, open it without one. */
  readonly open: () => Promise<InvoicingStore>;
}

const KNOWN_OPTIONS: Record<keyof StoreContractOptions, true> = {
  test: true,
  open: true,
  reopen: true,
  openSecond: true,
  failAt: true,
  panel: true,
};

/** The cases that {@link storeContract} could not run. */
export interface StoreContractReport {
  /** One line per case, with the option that it needs. Empty if every promise is tested. */
  readonly notRun: readonly string[];
}

/**
 * Registers one test for every promise of {@link InvoicingStore}. Run it on your own adapter. A case whose option is
 * missing is reported as skipped, never as passed. Your adapter is done when no case is skipped,
 * except those of the panel if it keeps no records for it.
 *
 * @throws TypeError that names the option if one is missing or unknown
 *
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { storeContract } from "faktura/contract";
 * import { memoryStore } from "faktura/memory";
 *
 * // A store that forgets everything cannot be reopened. For your own store, pass `reopen` and the other options.
 * const { notRun } = storeContract({ test, open: async () => memoryStore() });
 * for (const line of notRun) console.log(line);
 * ```
 */
export function storeContract(options: StoreContractOptions): StoreContractReport {
  requireOptions("storeContract", options, KNOWN_OPTIONS);
  for (const name of ["test", "open"] as const) {
    if (typeof options[name] !== "function") throw new TypeError(`storeContract needs ${name}, a function`);
  }
  const notRun: string[] = [];
  for (const [title, given] of CASES.flatMap((cases) => Object.entries(cases))) {
    const { needs, run } = typeof given === "function" ? { needs: undefined, run: given } : given;
    const body = () => runCase(run, options);
    if (needs === undefined || options[needs] !== undefined) {
      options.test(title, body);
      continue;
    }
    const line = `${title} (not run: the option ${needs} is missing)`;
    notRun.push(line);
    options.test.skip?.(line, body);
  }
  return { notRun };
}

async function runCase(run: NeedingCase["run"], options: StoreContractOptions): Promise<void> {
  const stores = new Set<InvoicingStore>();
  const keep = (store: InvoicingStore) => {
    stores.add(store);
    return store;
  };
  const tools: ContractTools = {
    async reopen(store) {
      stores.delete(store);
      return keep(await given(options, "reopen")(store));
    },
    openSecond: async (store) => keep(await given(options, "openSecond")(store)),
    failAt: (store, step) => given(options, "failAt")(store, step),
    async close(store) {
      stores.delete(store);
      await store.close();
    },
  };
  try {
    await run(keep(await options.open()), tools);
  } finally {
    // Closing has its own cases. A failure here would only hide why this case failed.
    await Promise.allSettled([...stores].map((store) => store.close()));
  }
}

function given<Name extends keyof ContractTools & keyof StoreContractAbilities>(
  options: StoreContractOptions,
  name: Name,
): NonNullable<StoreContractAbilities[Name]> {
  const ability = options[name];
  if (ability === undefined) throw new TypeError(`this case needs the option ${name}`);
  return ability;
}
