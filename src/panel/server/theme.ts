import { createHash } from "node:crypto";

/** How the panel looks. */
export interface PanelTheme {
  /** The name of your product, in the titles of the pages and beside the company. Absent: none. */
  readonly name?: string | undefined;
  /**
   * The colour of links, buttons and what is chosen, as `#rrggbb`: one for light pages, one for dark ones, because no colour
   * can be read on both. Absent: green.
   */
  readonly accent?: { readonly light: string; readonly dark: string } | undefined;
}

/** What texts in the accent stand on, in each scheme, and what is written on the accent. The same as in `styles/page.css`. */
const SCHEMES = {
  light: { surface: "#ffffff", ground: "#f4f6f5", ink: "#15211f" },
  dark: { surface: "#1a2220", ground: "#101615", ink: "#e7edeb" },
} as const;

type Scheme = keyof typeof SCHEMES;

/** WCAG 2.2, success criterion 1.4.3 (AA). */
const CONTRAST = 4.5;

/** How much of the accent is in the background of what is chosen. */
const TINT = 0.12;

/** @throws TypeError that names the colour, what it cannot be read on, and what to do */
export function requireTheme(theme: PanelTheme): void {
  const { name, accent, ...others } = theme;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`theme.${unknown} is not an option. theme has name, accent`);
  if (name !== undefined && (typeof name !== "string" || name.trim() === "" || name.length > 60)) {
    throw new TypeError("theme.name must be a text of 1 to 60 characters");
  }
  if (accent === undefined) return;
  if (typeof accent !== "object" || accent === null) throw new TypeError("theme.accent must be { light, dark }");
  for (const scheme of ["light", "dark"] as const) requireAccent(scheme, accent[scheme]);
}

function requireAccent(scheme: Scheme, accent: unknown): void {
  const name = `theme.accent.${scheme}`;
  if (typeof accent !== "string" || !/^#[0-9a-f]{6}$/i.test(accent)) {
    throw new TypeError(`${name} must be a colour such as #0b5c56`);
  }
  const { surface, ground, ink } = SCHEMES[scheme];
  const tint = mixed(accent, surface);
  const advice = scheme === "light" ? "Choose a darker colour" : "Choose a lighter colour";
  for (const [what, color, on] of [
    [name, accent, surface],
    [name, accent, ground],
    [name, accent, tint],
    ["Text", ink, tint],
  ] as const) {
    const contrast = contrastOf(color, on);
    if (contrast >= CONTRAST) continue;
    const found = `${what} ${color} has a contrast of ${(Math.floor(contrast * 100) / 100).toFixed(2)} on ${on}`;
    throw new TypeError(`${name} cannot be used: ${found}, and WCAG 2.2 (AA) asks for ${CONTRAST}. ${advice}`);
  }
}

/** A style sheet with the colours of a theme, and its file name, which changes with what it contains. */
export interface ThemeStyle {
  readonly file: string;
  readonly css: string;
}

/** `undefined` if the theme has no colours of its own. */
export function themeStyle({ accent }: PanelTheme): ThemeStyle | undefined {
  if (accent === undefined) return undefined;
  const pair = (colorOf: (color: string, scheme: Scheme) => string) =>
    `light-dark(${colorOf(accent.light, "light")}, ${colorOf(accent.dark, "dark")})`;
  const css =
    `:root { --accent: ${pair((color) => color)}; --on-accent: ${pair(readableOn)}; ` +
    `--tint: ${pair((color, scheme) => mixed(color, SCHEMES[scheme].surface))}; }\n`;
  return { file: `theme-${createHash("sha256").update(css).digest("hex").slice(0, 8)}.css`, css };
}

/** White or black: one of the two has a contrast of at least 4.58 on every colour. */
function readableOn(color: string): string {
  return contrastOf("#ffffff", color) >= CONTRAST ? "#ffffff" : "#000000";
}

/** The accent, thinned with what is behind it. */
function mixed(accent: string, surface: string): string {
  const [over, under] = [channelsOf(accent), channelsOf(surface)];
  const mix = over.map((value, index) => Math.round(value * TINT + under[index]! * (1 - TINT)));
  return `#${mix.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** @see WCAG 2.2, "contrast ratio" */
function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** @see WCAG 2.2, "relative luminance" */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
