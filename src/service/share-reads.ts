/**
 * A read whose calls for one key share: those that come while it runs wait for it to end, and then for one that begins
 * after all of them. So each call is told what was committed before it, and a rush costs two reads, however long it is.
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const toBegin = new Map<string, Promise<Value>>();
  const underWay = new Map<string, Promise<Value>>();

  async function readAfter(key: string, earlier: Promise<Value> | undefined): Promise<Value> {
    await earlier?.catch(() => undefined);
    toBegin.delete(key);
    const reading = read(key);
    underWay.set(key, reading);
    try {
      return await reading;
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key);
    }
  }

  return (key) => {
    const waiting = toBegin.get(key);
    if (waiting !== undefined) return waiting;
    const reading = readAfter(key, underWay.get(key));
    toBegin.set(key, reading);
    return reading;
  };
}
