import type { TextStyle } from "./text-measure.ts";

const mm = (length: number) => (length * 72) / 25.4;

/** The colors, of which all but those of rules have a contrast of at least 4.5 to white. Only a mark such as "Paid" is red. */
const ACCENT = "#17466b";
const TEXT = "#1a1a1a";
const MUTED = "#5b6470";
const MARK = "#9b1c1c";

/** The lines of the layout. */
export const RULES = { accent: ACCENT, hair: "#d3d9df", hairWidth: 0.5, accentWidth: 1 } as const;

/**
 * The positions on the page, in points from the top left. The address is in the window of an envelope by DIN 5008, form
 * B.
 */
export const LAYOUT = {
  left: mm(25),
  right: mm(190),
  width: mm(165),
  top: mm(15),
  /** On the pages after the first one. */
  continuedTop: mm(25),
  bottom: mm(274),
  footer: mm(281),
  logo: { top: mm(12), width: mm(75), height: mm(20) },
  window: { top: mm(56), address: mm(62.7), width: mm(80) },
  information: { left: mm(123), width: mm(67), label: mm(30), gap: mm(2) },
  title: mm(98),
  /** A further code, its texts, and from its left to that of the next one. */
  code: { side: mm(35), text: mm(46), column: mm(49) },
} as const;

/** Every kind of text. */
export const STYLES = {
  brand: { font: "bold", size: 15, color: ACCENT },
  title: { font: "bold", size: 17, color: ACCENT },
  mark: { font: "bold", size: 13, color: MARK },
  heading: { font: "bold", size: 9.5, color: ACCENT },
  text: { font: "regular", size: 9.5, color: TEXT },
  strong: { font: "bold", size: 9.5, color: TEXT },
  address: { font: "regular", size: 10.5, color: TEXT },
  small: { font: "regular", size: 8.5, color: TEXT },
  smallStrong: { font: "bold", size: 8.5, color: TEXT },
  muted: { font: "regular", size: 8.5, color: MUTED },
  columnHeading: { font: "bold", size: 8, color: MUTED },
  fine: { font: "regular", size: 7.5, color: MUTED },
  returnAddress: { font: "regular", size: 6.5, color: MUTED },
  total: { font: "bold", size: 11.5, color: ACCENT },
} as const satisfies Record<string, TextStyle>;
