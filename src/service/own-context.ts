import { AsyncResource } from "node:async_hooks";

/**
 * The async context in which the library was loaded. What outlives a call or serves several runs in it: otherwise it
 * would run in the first caller's `AsyncLocalStorage` stores, and keep them alive.
 */
export const ownContext = new AsyncResource("faktura");
