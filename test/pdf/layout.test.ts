import fc from "fast-check";
import { expect, test } from "vitest";
import { lookOf, STYLES } from "../../src/pdf/draw/layout.ts";

/** The contrast of a color to white. @see WCAG 2.2, relative luminance */
function contrastOf(color: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (linear[0]! * 0.2126 + linear[1]! * 0.7152 + linear[2]! * 0.0722 + 0.05);
}

const COLORS = fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, "0")}`);

test("text in the company's color can be read, and a color that is dark enough is not changed", () => {
  fc.assert(
    fc.property(COLORS, (accent) => {
      const { title, rules } = lookOf(accent);
      expect(contrastOf(title.color)).toBeGreaterThanOrEqual(4.5);
      if (contrastOf(accent) >= 4.5) expect(title.color).toBe(accent);
      expect(rules.accent).toBe(accent);
    }),
    { examples: [["#ffffff"], ["#000000"], ["#767676"], ["#777777"]] },
  );
});

test("all text can be read, and no color of the company's changes that of a mark", () => {
  for (const { color } of Object.values(STYLES)) expect(contrastOf(color)).toBeGreaterThanOrEqual(4.5);
  expect(STYLES.mark.color).toBe("#9b1c1c");
});
