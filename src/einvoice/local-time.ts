/** A formatter takes longer to make than a record to write. Companies have few time zones. */
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

/** An instant in the time zone, with seconds and offset: `2026-11-20T13:00:00+01:00`. */
export function localTime(instant: string, timeZone: string): string {
  const parts = clockIn(timeZone).formatToParts(new Date(instant));
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  // The offset of UTC has no digits.
  const offset = timeZoneName!.slice("GMT".length) || "+00:00";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
