/** A line that is written over while work goes on. */
export interface ProgressLine {
  /** Shows how far it is; nothing where nobody looks. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
  /** Writes a line that stays. */
  line(text: string): void;
}

/** On a terminal; elsewhere only what stays is written. */
export function progressLine(stream: { readonly isTTY?: boolean; write(text: string): unknown }): ProgressLine {
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write("\r\u001b[K");
    isShown = false;
  };
  return {
    show(text) {
      if (stream.isTTY !== true) return;
      stream.write(`\r\u001b[K${text}`);
      isShown = true;
    },
    clear,
    line(text) {
      clear();
      stream.write(`${text}\n`);
    },
  };
}
