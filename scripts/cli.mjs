import { launch } from "./support/launch.mjs";

// `npm run -s cli -- …`: standard output belongs to the command (`keys create` prints only the token).
await launch("cli.mjs");
