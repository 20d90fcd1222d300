import { AsyncResource } from "node:async_hooks";

/**
 * The async context in which the library was loaded. Drivers work in it: their connections and timers outlive a call,
 * and would otherwise keep the first caller's `AsyncLocalStorage` stores alive.
 */
export const ownContext = new AsyncResource("faktura");
