import { type Clock, type Company, timeZoneOf } from "faktura";
import { dayIn } from "./invoice-state.ts";

/** The reports that read many invoices. */
type Report = "vatReport" | "documentSums" | "ossThreshold";

/** How many reports are kept, of all companies together. */
const MOST_KEPT = 100;

/** Larger books than this are read again once an hour at most, where a page says how old its figures are. */
const FEW_CHANGES = 2000;

const HOUR_MS = 3_600_000;

/** What a company's books are like. */
interface BooksState {
  readonly now: Date;
  /** A text that changes with the books, the profile and the day. */
  readonly state: string;
  /** That of the last change in the journal. */
  readonly position: number;
}

interface Kept extends Omit<BooksState, "now"> {
  readonly companyId: string;
  /** An instant in UTC. */
  readonly computedAt: string;
  readonly report: Promise<unknown>;
}

/** What reads the books, and the text that stands for it and for what it is asked. */
interface Reading {
  readonly name: string;
  readonly read: () => Promise<unknown>;
}

/** The reports of one company, as the library answers them, and when each was computed. */
export interface CompanyFigures {
  readonly company: Company;
  /** @throws Refusal as the report does */
  of<Name extends Report>(
    name: Name,
    request: Parameters<Company[Name]>[0],
  ): Promise<{ readonly report: Awaited<ReturnType<Company[Name]>>; readonly computedAt: string }>;
  /** What else follows from the books, the profile and the day alone. The same name is always the same reading. */
  read<Found>(name: string, read: (company: Company) => Promise<Found>): Promise<Found>;
}

/** How old a kept report may be. */
interface Age {
  /** Whether to compute it in any case. Absent: `false`. */
  readonly isForced?: boolean;
  /** Whether one of large books may be an hour old. Absent: `false`. */
  readonly mayBeOld?: boolean;
}

/**
 * The reports of companies' books. Each is computed once, also for requests that come meanwhile, and kept until the books, the
 * profile or the day change. Those that were asked for last are kept.
 */
export class BookFigures {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The reports of one company. */
  ofCompany(company: Company, companyId: string, age: Age = {}): CompanyFigures {
    let books: Promise<BooksState> | undefined;
    const keptOf = async (reading: Reading) => {
      books ??= this.#stateOf(company, companyId); // once for all reports of a page
      const { report, computedAt } = this.#keptOf(reading, { companyId, age, books: await books });
      return { report: await report, computedAt };
    };
    const of = (name: Report, request: object) => {
      const read = () => (company[name] as (request: object) => Promise<unknown>).call(company, request);
      return keptOf({ name: `${name} ${JSON.stringify(request)}`, read });
    };
    const read = async (name: string, reader: (company: Company) => Promise<unknown>) =>
      (await keptOf({ name, read: () => reader(company) })).report;
    return { company, of: of as CompanyFigures["of"], read: read as CompanyFigures["read"] };
  }

  #keptOf(
    { name, read }: Reading,
    { companyId, age, books }: { companyId: string; age: Age; books: BooksState },
  ): Kept {
    const { isForced = false, mayBeOld = false } = age;
    const { state, position, now } = books;
    const key = JSON.stringify([companyId, name]);
    const found = isForced ? undefined : this.#kept.get(key);
    const isRecent = (one: Kept) => {
      const isYoung = now.getTime() - Date.parse(one.computedAt) < HOUR_MS;
      return one.state === state || (mayBeOld && isYoung && one.position > FEW_CHANGES);
    };
    const isKept = found !== undefined && isRecent(found);
    const kept = isKept ? found : { companyId, state, position, computedAt: now.toISOString(), report: read() };
    kept.report.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    this.#kept.delete(key); // so that it comes last
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return kept;
  }

  async #stateOf(company: Company, companyId: string): Promise<BooksState> {
    const profile = await company.profile();
    const position = await this.#lastPosition(company, companyId);
    const now = this.#clock.now();
    return { now, position, state: [position, dayIn(timeZoneOf(profile), now), JSON.stringify(profile)].join(" ") };
  }

  /** The position of the last change of the books, from that of a kept report on. */
  async #lastPosition(company: Company, companyId: string): Promise<number> {
    const nextAfter = async (after: number) => {
      for await (const { position } of company.changes({ after })) return position;
      return undefined;
    };
    const keptOfCompany = [...this.#kept.values()].filter((kept) => kept.companyId === companyId);
    let last = Math.max(0, ...keptOfCompany.map(({ position }) => position));
    for (let step = 1, isLast = false; step >= 1; step = isLast ? Math.floor(step / 2) : step * 2) {
      const later = await nextAfter(last + step - 1);
      if (later === undefined) isLast = true;
      else last = later;
    }
    return last;
  }
}
