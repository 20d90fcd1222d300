import { join } from "node:path";

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, "../../..");

/** What the build of the site writes, and nothing reads that is committed. */
export const SITE = join(ROOT, "docs/.site");

/** The Markdown pages, with those that are generated. */
export const PAGES = join(SITE, "pages");

/** The site: static files for any web server. */
export const HTML = join(SITE, "html");
