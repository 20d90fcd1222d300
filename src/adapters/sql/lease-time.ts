/**
 * The instant `leaseMs` after `now`, both in milliseconds, in the format that the stores use: as text, it sorts by
 * time.
 */
export function leasedUntil(now: number, leaseMs: number): string {
  return new Date(now + leaseMs).toISOString();
}
