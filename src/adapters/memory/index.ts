export type { MemoryStoreOptions } from "./settings.ts";
export { MemoryStore, type MemoryTransaction, memoryStore } from "./store.ts";
