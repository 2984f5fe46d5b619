/** Cleanup steps, in the order in which things were created. */
export type Undo = (() => unknown)[];

/** Runs a program and undoes its steps at the end, last first. An early exit must leave no namespace, mount, or process behind. */
export async function withUndo<Result>(work: (undo: Undo) => Promise<Result>): Promise<Result> {
  const undo: Undo = [];
  const clean = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    return await work(undo);
  } finally {
    await clean();
  }
}
