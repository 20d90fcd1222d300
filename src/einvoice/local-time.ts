/** An instant in a time zone: its parts with leading zeros, and the offset as `GMT+01:00`. */
export type LocalTime = Readonly<
  Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "timeZoneName", string>
>;

/** A formatter takes longer to make than a record to write. A state has few time zones. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    timeZoneName: "longOffset",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  CLOCKS.set(timeZone, clock);
  return clock;
}

/** The time of an instant in a time zone. */
export function localTime(instant: Date, timeZone: string): LocalTime {
  const parts = clockIn(timeZone).formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as LocalTime;
}

/** An instant in a time zone, with seconds and offset: `2026-11-20T13:00:00+01:00`. */
export function localTimeText(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute, second, timeZoneName } = localTime(new Date(instant), timeZone);
  // The offset of UTC has no digits.
  const offset = timeZoneName.slice("GMT".length) || "+00:00";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
