/**
 * Lets the work on one company wait for the work that began earlier, so that of two saves at once, the later one finds
 * what the earlier one saved. Other processes are not waited for.
 */
export function keyedMutex() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(companyId: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(companyId) ?? Promise.resolve()).then(work, work);
    last.set(companyId, turn);
    try {
      return await turn;
    } finally {
      if (last.get(companyId) === turn) last.delete(companyId);
    }
  };
}
