import { AsyncResource } from "node:async_hooks";

/**
 * The async context in which the library was loaded. Queues, timers and drivers run in it, on both sides of the ports:
 * they outlive a call or serve several, and would otherwise keep the first caller's `AsyncLocalStorage` stores alive.
 */
export const ownContext = new AsyncResource("faktura");
