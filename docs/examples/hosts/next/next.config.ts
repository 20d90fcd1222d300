import type { NextConfig } from "next";

/** Left unbundled, faktura finds the SQLite driver that is installed. */
const config: NextConfig = { serverExternalPackages: ["faktura"] };

export default config;
