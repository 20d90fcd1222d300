/** A formatter takes longer to make than a record to write. Companies in Spain have three time zones. */
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

/** An instant as `FechaHoraHusoGenRegistro`: in the time zone, with seconds and offset. */
export function generationTime(instant: string, timeZone: string): string {
  const parts = clockIn(timeZone).formatToParts(new Date(instant));
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  // The offset of UTC has no digits.
  const offset = timeZoneName!.slice("GMT".length) || "+00:00";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
