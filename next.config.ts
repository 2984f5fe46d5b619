import { readFileSync } from "node:fs";
import type { NextConfig } from "next";

const config: NextConfig = {
  // What the dashboard knows of the API's contract. The schemas would add the schema parser to every page.
  env: {
    API_ADDRESSES: readFileSync(".cache/addresses.txt", "utf8"),
    APP_FORMS: readFileSync(".cache/app-forms.json", "utf8"),
  },
  poweredByHeader: false,
  reactStrictMode: true,
  // Next.js knows only gzip. The front door prefers Brotli.
  compress: false,
  // The image optimizer would fetch and decode untrusted files.
  images: { unoptimized: true },
  // `next dev` would write instructions for coding assistants into the clone.
  agentRules: false,
  devIndicators: false,
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "koffi", "nodemailer", "kysely"],
  experimental: {
    // Navigation waits for the server instead of leaving for the browser's error page, so that forms keep what was typed.
    useOffline: true,
    // Two thirds of the build's size and a quarter of its time. No program reads the maps, and the cache pays only in development.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // `npm test` checks types in a step of its own.
  typescript: { ignoreBuildErrors: true },
};

export default config;
