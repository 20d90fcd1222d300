/** Whether a mouse button or a finger is down. */
let isPressed = false;
const PRESS_ENDS = ["pointerup", "pointercancel"] as const;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of PRESS_ENDS) addEventListener(end, () => (isPressed = false), true);

/** Runs `work` when no mouse button is down. If it moved the button that somebody is pressing, the press would be lost. */
export function afterPress(work: () => void): void {
  if (!isPressed) work();
  else for (const end of PRESS_ENDS) addEventListener(end, () => setTimeout(work), { once: true });
}
