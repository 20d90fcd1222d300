import { randomUUID } from "node:crypto";

let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7: 48 bits of time, then random bits. The ids of one process sort in the order of their creation, which keeps
 * inserts at the right edge of the index.
 *
 * @see RFC 9562, section 5.7; the 12 bits after the version count within one millisecond (section 6.2, method 1)
 */
export function uuidV7(now: Date): string {
  const random = randomUUID(); // uses Node's pool of random bytes; randomBytes takes ten times as long
  const ms = now.getTime();
  if (ms > lastMs) {
    lastMs = ms;
    sequence = Number.parseInt(random.slice(0, 2), 16); // starts low, so that the counter has room
  } else if (sequence < 0xfff) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, "0");
  const counter = sequence.toString(16).padStart(3, "0");
  // From the 19th character on, a random UUID has what a UUIDv7 needs: the variant and 62 random bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${random.slice(19)}`;
}
