/**
 * A read whose calls for one key share: those of one turn of the event loop are one, and those that come while it runs
 * wait for it to end, and then share one that begins after all of them. So each call is told what was committed before
 * it, and a rush costs two reads, however long it is.
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  /** Reads that more calls may join: they have not begun, or only just. */
  const open = new Map<string, Promise<Value>>();
  const underWay = new Map<string, Promise<Value>>();

  async function begin(key: string): Promise<Value> {
    const reading = read(key);
    underWay.set(key, reading);
    // What runs before this was waiting already when the read began.
    queueMicrotask(() => open.delete(key));
    try {
      return await reading;
    } finally {
      underWay.delete(key); // before the next one begins, which waits for the promise that this ends
    }
  }

  return (key) => {
    const joined = open.get(key);
    if (joined !== undefined) return joined;
    const earlier = underWay.get(key);
    const reading =
      earlier === undefined
        ? begin(key)
        : earlier.then(
            () => begin(key),
            () => begin(key),
          );
    open.set(key, reading);
    return reading;
  };
}
