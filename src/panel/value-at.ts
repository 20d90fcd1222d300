/** What a JSON Pointer without escapes leads to; `undefined` if that is nothing. */
export function valueAt(whole: object, pointer: string): unknown {
  const names = pointer.slice(1).split("/");
  return names.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], whole);
}
