/** The calls of one invoicing that have begun and are not settled, and its closing. */
export class CallsInProgress {
  readonly #calls = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** The result of `call` with this argument. @throws TypeError if closing has begun */
  async run<Argument, Result>(call: (argument: Argument) => Promise<Result>, argument: Argument): Promise<Result> {
    if (this.#closing !== undefined) throw new TypeError("this invoicing is closed; make every call before close()");
    const result = call(argument);
    this.#calls.add(result);
    try {
      return await result;
    } finally {
      this.#calls.delete(result);
    }
  }

  /** Lets no further call begin, waits for those that have begun, then calls `closeStore`. A repeat only waits. */
  close(closeStore: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#drainAndClose(closeStore);
    return this.#closing;
  }

  async #drainAndClose(closeStore: () => Promise<void>): Promise<void> {
    await Promise.allSettled(this.#calls);
    await closeStore();
  }
}
