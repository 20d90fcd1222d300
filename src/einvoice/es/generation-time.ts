import { localTime } from "../local-time.ts";

/** An instant as `FechaHoraHusoGenRegistro`: in the time zone, with seconds and offset. */
export function generationTime(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute, second, timeZoneName } = localTime(new Date(instant), timeZone);
  // The offset of UTC has no digits.
  const offset = timeZoneName.slice("GMT".length) || "+00:00";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
