/** The instant `leaseMs` after `now`, both in milliseconds, as the stores keep it: such texts sort as instants do. */
export function leasedUntil(now: number, leaseMs: number): string {
  return new Date(now + leaseMs).toISOString();
}
