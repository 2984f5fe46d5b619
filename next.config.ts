import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The image optimizer would fetch and decode files of strangers.
  images: { unoptimized: true },
  // `next dev` would write a file of instructions for assistants into the clone.
  agentRules: false,
  devIndicators: false,
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "koffi", "nodemailer", "kysely"],
  // `npm test` checks types and style as steps of their own.
  typescript: { ignoreBuildErrors: true },
};

export default config;
