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
  /** Your logo, shown before the name. Pages can be light or dark, so it must be seen on both. Absent: none. */
  readonly logo?: PanelLogo | undefined;
  /** The font of the pages. Absent: that of the user's system. */
  readonly font?: PanelFont | undefined;
  /**
   * Where your logo and name lead, such as the start page of your product: a path that begins with a slash, or an `https`
   * address. It needs one of the two. Absent: nowhere.
   */
  readonly home?: string | undefined;
}

/** An image that the panel serves itself. */
export interface PanelLogo {
  /** Its media type: SVG, PNG, JPEG or WebP. */
  readonly type: (typeof LOGO_TYPES)[number];
  /** The bytes of the file, at most 256 KiB. */
  readonly bytes: Uint8Array;
}

/** A family of fonts. */
export interface PanelFont {
  /** Its name: letters, digits, spaces and hyphens. */
  readonly family: string;
  /** A WOFF2 file with all weights, at most 1 MiB, which the panel serves. Absent: the user's system must have the family. */
  readonly file?: Uint8Array | undefined;
}

const LOGO_TYPES = ["image/svg+xml", "image/png", "image/jpeg", "image/webp"] as const;
const [MOST_LOGO, MOST_FONT] = [2 ** 18, 2 ** 20];

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
  const { name, accent, logo, font, home, ...others } = theme;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`theme.${unknown} is not an option. theme has name, accent, logo, font, home`);
  if (name !== undefined && (typeof name !== "string" || name.trim() === "" || name.length > 60)) {
    throw new TypeError("theme.name must be a text of 1 to 60 characters");
  }
  if (logo !== undefined) requireLogo(logo);
  if (font !== undefined) requireFont(font);
  if (home !== undefined) requireAddress("theme.home", home);
  if (home !== undefined && name === undefined && logo === undefined) {
    throw new TypeError("theme.home needs theme.name or theme.logo, which lead there");
  }
  if (accent === undefined) return;
  if (typeof accent !== "object" || accent === null) throw new TypeError("theme.accent must be { light, dark }");
  for (const scheme of ["light", "dark"] as const) requireAccent(scheme, accent[scheme]);
}

function requireLogo(logo: PanelLogo): void {
  if (typeof logo !== "object" || logo === null) throw new TypeError("theme.logo must be { type, bytes }");
  const { type, bytes } = logo;
  if (!LOGO_TYPES.includes(type)) throw new TypeError(`theme.logo.type must be one of ${LOGO_TYPES.join(", ")}`);
  if (bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= MOST_LOGO) return;
  throw new TypeError("theme.logo.bytes must be a Uint8Array with an image of at most 256 KiB");
}

function requireFont(font: PanelFont): void {
  if (typeof font !== "object" || font === null) throw new TypeError("theme.font must be { family, file }");
  const { family, file } = font;
  if (typeof family !== "string" || !/^[\p{L}\d][\p{L}\d -]{0,59}$/u.test(family)) {
    throw new TypeError("theme.font.family must be a name of letters, digits, spaces and hyphens");
  }
  const isWoff2 =
    file instanceof Uint8Array && file.length <= MOST_FONT && String.fromCharCode(...file.subarray(0, 4)) === "wOF2";
  if (file !== undefined && !isWoff2) throw new TypeError("theme.font.file must be a WOFF2 file of at most 1 MiB");
}

/** @throws TypeError if the text is neither a path of the host nor, unless `isOwn`, an `https` address */
export function requireAddress(name: string, address: unknown, isOwn = false): void {
  // Browsers leave out tabs and line breaks: what follows one could be a host.
  const isPath = typeof address === "string" && /^\/(?![/\\])\P{Cc}*$/u.test(address);
  if (isPath || (!isOwn && typeof address === "string" && /^https:\/\/./.test(address) && URL.canParse(address)))
    return;
  throw new TypeError(`${name} must be a path that begins with one slash${isOwn ? "" : ", or an https address"}`);
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

/** The files of a theme, and the names under which the panel serves them, which change with what they contain. */
export interface ThemeFiles {
  readonly files: Readonly<Record<string, { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }>>;
  /** The style sheet with its colours and its font; `undefined` if it has neither. */
  readonly style: string | undefined;
  readonly logo: string | undefined;
}

export function themeFiles({ accent, font, logo }: PanelTheme): ThemeFiles {
  const files: Record<string, ThemeFiles["files"][string]> = {};
  const add = (type: string, extension: string, bytes: Uint8Array) => {
    const name = `theme-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.${extension}`;
    files[name] = { type, bytes: new Uint8Array(bytes) };
    return name;
  };
  const fontFile = font?.file && add("font/woff2", "woff2", font.file);
  const css = [
    fontFile &&
      `@font-face { font-family: "${font!.family}"; src: url("${fontFile}"); font-weight: 100 900; font-display: swap; }\n`,
    font && `:root { font-family: "${font.family}", system-ui, sans-serif; }\n`,
    accent && accentStyle(accent),
  ].join("");
  return {
    style: css === "" ? undefined : add("text/css; charset=utf-8", "css", new TextEncoder().encode(css)),
    logo: logo && add(logo.type, /\w+/.exec(logo.type.slice("image/".length))![0], logo.bytes),
    files,
  };
}

function accentStyle(accent: NonNullable<PanelTheme["accent"]>): string {
  const pair = (colorOf: (color: string, scheme: Scheme) => string) =>
    `light-dark(${colorOf(accent.light, "light")}, ${colorOf(accent.dark, "dark")})`;
  return (
    `:root { --accent: ${pair((color) => color)}; --on-accent: ${pair(readableOn)}; ` +
    `--tint: ${pair((color, scheme) => mixed(color, SCHEMES[scheme].surface))}; }\n`
  );
}

/** White or black: one of the two has a contrast of at least 4.58 on every colour. */
function readableOn(color: string): string {
  return contrastOf("#ffffff", color) >= CONTRAST ? "#ffffff" : "#000000";
}

/** The accent, mixed with the color behind it. */
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
