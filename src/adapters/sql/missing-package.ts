/** How Node says that a package is not installed, and whatever loads modules in its place. */
const MISSING_CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/** The same in words, of bundlers whose errors have no code. */
const MISSING_WORDS = /^(?:Cannot find (?:module|package)|Could not resolve) /;

/** Whether a package could not be loaded because it, or one that it needs, is not installed. */
export function isPackageMissing(fault: unknown): boolean {
  const { code } = fault as { code?: unknown };
  return code === undefined ? MISSING_WORDS.test(messageOf(fault)) : MISSING_CODES.includes(code);
}

/** In a line, why a package that is installed could not be loaded. */
export function loadingFaultOf(fault: unknown): string {
  const message = messageOf(fault);
  if (message.includes("NODE_MODULE_VERSION")) return "it was built for another Node";
  return message.split("\n")[0]!.replace(/\.? Tried:$/, "");
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
