/** A timer that does not keep the process alive. Workers have numbers for timers, and no process to keep. */
export function quietTimer(action: () => void, ms: number): NodeJS.Timeout {
  const timer = setTimeout(action, ms);
  timer.unref?.();
  return timer;
}
