import type { CalendarDay } from "../../domain/calendar.ts";

/** What an entry of the kind `dates.resumed` says, as far as stores need it. */
export interface StoredResumption {
  /** Of the invoice after which dates may step back once. */
  readonly lastCounter: number;
  readonly resumedOn: CalendarDay;
}

/** Reads the document of such an entry. */
export function readResumption(document: string): StoredResumption {
  return JSON.parse(document) as StoredResumption;
}
