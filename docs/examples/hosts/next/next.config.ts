import type { NextConfig } from "next";

/** Outside the bundle, faktura finds the installed SQLite driver. */
const config: NextConfig = { serverExternalPackages: ["faktura"] };

export default config;
