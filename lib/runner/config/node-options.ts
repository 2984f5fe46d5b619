/**
 * What Node is told for a runner's process. Semi-spaces of 8 MB, where Node takes 16: what a check leaves behind is gone in
 * milliseconds, and 50,000 monitors take 17 MB less (158 → 140) at about the same CPU (C6).
 */
export const RUNNER_NODE_OPTIONS: readonly string[] = ["--max-semi-space-size=8"];
