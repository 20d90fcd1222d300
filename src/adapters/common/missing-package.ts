/** The error codes for a package that is not installed, from Node and from other module loaders. */
const MISSING_CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/** The messages of bundlers whose errors have no code. */
const MISSING_WORDS = /^(?:Cannot find (?:module|package)|Could not resolve) /;

/** Whether a package failed to load because it, or a package that it needs, is not installed. */
export function isPackageMissing(fault: unknown): boolean {
  const { code } = fault as { code?: unknown };
  return code === undefined ? MISSING_WORDS.test(messageOf(fault)) : MISSING_CODES.includes(code);
}

/** One line that says why an installed package failed to load. */
export function loadingFaultOf(fault: unknown): string {
  const message = messageOf(fault);
  if (message.includes("NODE_MODULE_VERSION")) return "it was built for another version of Node";
  return message.split("\n")[0]!.replace(/\.? Tried:$/, "");
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
