/** Audits of rows that no store would return, or none that guards: through `company.audit`, as hosts call it. */
import {
  type AuditedInvoice,
  type AuditFinding,
  type AuditReport,
  type AuditStepOptions,
  type BillingPosition,
  type BooksHead,
  type Company,
  createInvoicing,
  FIRST_DIGEST,
  type InvoiceOrder,
  type InvoiceReader,
  type InvoicingStore,
  type JournalReader,
  type StoredEntry,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";

/** What a store returns of the books of `acme`. What is absent is empty. */
export interface Rows {
  readonly invoices?: readonly AuditedInvoice[];
  /** The entries as they come along the journal. */
  readonly entries?: readonly StoredEntry[];
  readonly head?: Partial<BooksHead>;
  readonly cursor?: BillingPosition;
}

/** The object with some of its methods replaced. */
export function overriding<Target extends object>(target: Target, methods: Partial<Target>): Target {
  const get = (_: Target, name: string | symbol) => {
    const value = Reflect.get(name in methods ? methods : target, name);
    return typeof value === "function" ? value.bind(target) : value;
  };
  return new Proxy(target, { get });
}

/** Audits the books in steps. */
export async function auditInSteps(company: Company, options: AuditStepOptions = {}): Promise<AuditReport> {
  const { expect: _, since: __, ...others } = options;
  let step = await company.auditStep(options);
  while (step.rest !== undefined) step = await company.auditStep({ ...others, rest: step.rest });
  return step.report!;
}

/** The company `acme` on this store, whose audits read some of it another way. */
export function auditedThrough(
  store: InvoicingStore,
  { journal = {}, reader = {} }: { journal?: Partial<JournalReader>; reader?: Partial<InvoiceReader> },
): Company {
  const read = { journal: overriding(store.journal, journal), reader: overriding(store.reader, reader) };
  return createInvoicing({ store: overriding<InvoicingStore>(store, read) }).company("acme");
}

/** The company whose store returns these rows. */
export function companyWith({ invoices = [], entries = [], head, cursor }: Rows): Company {
  const page = <Row>(rows: readonly Row[], placeOf: (row: Row) => number, after: number, limit: number) =>
    rows.filter((row) => placeOf(row) > after).slice(0, limit);
  const journal: Partial<JournalReader> = {
    head: async () => ({
      position: 1_000_000,
      digest: FIRST_DIGEST,
      lastCounter: Math.max(0, ...invoices.map(({ counter }) => counter)),
      inSeries: 0,
      lastCreditNote: 0,
      countedByHost: false,
      continuedFrom: { lastCounter: 0, lastIssueDate: null },
      ...head,
    }),
    invoicesAfter: async (_, after, limit) => page(invoices, ({ counter }) => counter, after, limit),
    entriesAfter: async (_, after, limit) => page(entries, ({ position }) => position, after, limit),
    billing: async () => cursor ?? { acknowledgedThrough: 0, digest: null },
  };
  return auditedThrough(memoryStore(), { journal });
}

/** What is found in the rows, of these kinds only: made-up rows differ from sound ones in more than a test is about. */
export async function findingsIn(rows: Rows, codes: readonly AuditFinding["code"][]): Promise<AuditFinding[]> {
  const found: AuditFinding[] = [];
  await companyWith(rows).audit({ onFinding: (finding) => void found.push(finding) });
  return found.filter(({ code }) => codes.includes(code));
}

/** The row of an invoice that the library issued, after `change`. */
export async function soundInvoice(
  changes: Partial<InvoiceOrder> = {},
  change: (acme: Company, id: string) => Promise<unknown> = async () => undefined,
): Promise<AuditedInvoice> {
  const store = memoryStore();
  const acme = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00Z") }).company("acme");
  await acme.saveProfile(germanProfile());
  await change(acme, (await acme.issue(order(changes))).id);
  return (await store.journal.invoicesAfter("acme", 0, 1))[0]!;
}
