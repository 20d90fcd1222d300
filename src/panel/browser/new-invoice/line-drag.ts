/** Follows the pointer from the number of a line. The line goes where the pointer is released, among the other lines. */
export function dragLine(event: PointerEvent, onDrop: (index: number) => void): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const dragged = (event.currentTarget as HTMLElement).closest(".line")!;
  const others = [...document.querySelectorAll(".line")].filter((line) => line !== dragged);
  const until = new AbortController();
  const { signal } = until;
  const above = (y: number) => others.filter((line) => middleOf(line) < y).length;
  const mark = (place?: number) => {
    for (const [index, line] of others.entries()) {
      line.toggleAttribute("data-drop-before", index === place);
      line.toggleAttribute("data-drop-after", index === others.length - 1 && place === others.length);
    }
    dragged.toggleAttribute("data-dragged", place !== undefined);
  };
  const end = () => {
    until.abort();
    mark();
  };
  addEventListener("pointermove", ({ clientY }) => mark(above(clientY)), { signal });
  addEventListener("pointercancel", end, { signal });
  addEventListener(
    "pointerup",
    ({ clientY }) => {
      end();
      onDrop(above(clientY));
    },
    { signal },
  );
}

function middleOf(line: Element): number {
  const { top, height } = line.getBoundingClientRect();
  return top + height / 2;
}
