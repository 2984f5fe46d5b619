import { launch } from "./support/launch.mjs";

// `CONTROL_URL=… RUNNER_TOKEN=… npm run runner` starts only the runner, without building the dashboard.
await launch("runner.js");
