/** How long a store waits for a connection, a turn and the lock if the host does not say, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;
