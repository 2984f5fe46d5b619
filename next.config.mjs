// JavaScript, because Next.js compiles a TypeScript one anew at each start (0.4 s).

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The front door compresses; Next would do it a second time.
  compress: false,
  // No image optimiser: it would be a door to fetch and decode strangers' files.
  images: { unoptimized: true },
  // `next dev` would write a file of instructions for assistants into the clone.
  agentRules: false,
  devIndicators: false,
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "koffi", "nodemailer", "kysely"],
  // `npm test` checks types and style as steps of their own.
  typescript: { ignoreBuildErrors: true },
};
