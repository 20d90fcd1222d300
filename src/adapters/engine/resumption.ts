import type { CalendarDay } from "../../domain/calendar.ts";

/** The parts of a `dates.resumed` entry that the stores need. */
export interface StoredResumption {
  /** Counter of the invoice after which dates may go back once. */
  readonly lastCounter: number;
  readonly resumedOn: CalendarDay;
}

/** Parses the document of such an entry. */
export function readResumption(document: string): StoredResumption {
  return JSON.parse(document) as StoredResumption;
}
