/**
 * Calls a listener of the host's and lets nothing that it throws, or rejects with, reach the caller: `onFault` gets it.
 * An `async` function passes for one that returns nothing, and what it rejects with would otherwise end the process.
 */
export function tellListener(call: () => unknown, onFault: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onFault);
  } catch (error) {
    onFault(error);
  }
}
