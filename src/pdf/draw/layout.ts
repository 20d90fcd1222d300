import { insteadOfText } from "../../domain/instead-of.ts";
import type { TextStyle } from "../text/text-measure.ts";

const mm = (length: number) => (length * 72) / 25.4;

/** The colors of text. Each has a contrast of at least 4.5 to white. Only a mark such as "Paid" is red. */
const ACCENT = "#17466b";
const TEXT = "#1a1a1a";
const MUTED = "#5b6470";
const MARK = "#9b1c1c";

/** The lines of the layout. */
const RULES = { accent: ACCENT, hair: "#d3d9df", hairWidth: 0.5, accentWidth: 1 };

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
  footerEnd: mm(286),
  logo: { top: mm(12), width: mm(75), height: mm(20) },
  window: { top: mm(56), address: mm(62.7), width: mm(80) },
  information: { left: mm(123), width: mm(67), label: mm(30), widestLabel: mm(38), gap: mm(2) },
  title: mm(98),
  /** A further code, its texts, and from its left to that of the next one. */
  code: { side: mm(35), text: mm(46), column: mm(49) },
} as const;

/** Every kind of text. */
export const STYLES = {
  mark: { font: "bold", size: 13, color: MARK },
  text: { font: "regular", size: 9.5, color: TEXT },
  address: { font: "regular", size: 10.5, color: TEXT },
  small: { font: "regular", size: 8.5, color: TEXT },
  smallStrong: { font: "bold", size: 8.5, color: TEXT },
  muted: { font: "regular", size: 8.5, color: MUTED },
  columnHeading: { font: "bold", size: 8, color: MUTED },
  fine: { font: "regular", size: 7.5, color: MUTED },
  legal: { font: "regular", size: 7.5, color: TEXT },
  returnAddress: { font: "regular", size: 6.5, color: MUTED },
} as const satisfies Record<string, TextStyle>;

/** What has the company's color: some kinds of text, and some of the lines. */
export interface Look {
  readonly brand: TextStyle;
  readonly title: TextStyle;
  readonly heading: TextStyle;
  readonly total: TextStyle;
  readonly rules: typeof RULES;
}

/**
 * The look with a color, `#rrggbb`. Lines have the color itself; texts have it as dark as they need to be read.
 *
 * @throws TypeError if the color is not one
 */
export function lookOf(accent: string = ACCENT): Look {
  if (typeof accent !== "string" || !/^#[\da-f]{6}$/i.test(accent))
    throw new TypeError(`accent must be a color such as "${ACCENT}"${insteadOfText(accent)}`);
  const color = readable(accent);
  return {
    brand: { font: "bold", size: 15, color },
    title: { font: "bold", size: 17, color },
    heading: { font: "bold", size: 9.5, color },
    total: { font: "bold", size: 11.5, color },
    rules: { ...RULES, accent },
  };
}

/** The least contrast of text. @see WCAG 2.2, success criterion 1.4.3 */
const CONTRAST = 4.5;

/** The color, darkened until text in it can be read on white. */
function readable(color: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  while (contrastToWhite(channels) < CONTRAST) channels = channels.map((channel) => Math.floor(channel * 0.97));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** @see WCAG 2.2, definitions of relative luminance and contrast ratio */
function contrastToWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
