import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import playwright, { type Browser } from "playwright-core";

/** The shell, which has no windows to draw, takes half the time of a whole browser. */
const NAMES = ["chromium-headless-shell", "google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];

const MAC_APPS = ["Google Chrome", "Chromium"].flatMap((name) =>
  ["/Applications", join(homedir(), "Applications")].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
);

/** Where Chrome or Chromium is installed; `undefined` where it is not. */
const CHROMIUM = process.env["FAKTURA_CHROMIUM"] || [...onPath(), ...MAC_APPS].find((path) => existsSync(path));

/** Why no browser can be driven here; `undefined` where one can. */
export const NO_BROWSER =
  CHROMIUM === undefined
    ? "neither Chrome nor Chromium is installed; FAKTURA_CHROMIUM=/path/to/it names one elsewhere"
    : undefined;

/** Starts a browser without a window. */
export function launchChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(`The tests in a browser cannot run: ${NO_BROWSER}.`);
  const isRoot = process.getuid?.() === 0; // for whom Chromium has no sandbox
  return playwright.chromium.launch({ executablePath: CHROMIUM, args: isRoot ? ["--no-sandbox"] : [] });
}

function onPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}
