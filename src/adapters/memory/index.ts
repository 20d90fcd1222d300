export { MemoryStore, memoryStore } from "./store.ts";
