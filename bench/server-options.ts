/**
 * Node options of the server. Semi-spaces of up to 32 MB instead of Node's 16: a batch of results then dies young, which saves a fifth
 * of the CPU of a busy server for about 40 MB (docs/decisions/0016). Idle, they stay small.
 */
export const SERVER_NODE_OPTIONS: readonly string[] = ["--max-semi-space-size=32"];
