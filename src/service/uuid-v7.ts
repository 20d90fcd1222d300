import { randomFillSync } from "node:crypto";

const random = new Uint8Array(10);
let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7: 48 bits of time, then random ones. Ids made by this process sort in the order they were made, which keeps
 * inserts at the right edge of the index.
 *
 * @see RFC 9562, section 5.7; the 12 bits after the version count within one millisecond (section 6.2, method 1)
 */
export function uuidV7(now: Date): string {
  randomFillSync(random);
  const ms = now.getTime();
  if (ms > lastMs) {
    lastMs = ms;
    sequence = random[0]! & 0x7f; // starts low, so that the counter has room
  } else if (sequence < 0xfff) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, "0");
  random[2] = (random[2]! & 0x3f) | 0x80;
  const tail = Buffer.from(random.buffer, 2, 8).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, "0")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
