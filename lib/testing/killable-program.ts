import { serveKillable } from "@/lib/shared/killable/killable-program";

const BYTES = 16 * 1024 * 1024;

/** Misbehaves as its input says. */
void serveKillable((wanted: string) => {
  if (wanted === "throw") throw new Error("broken");
  if (wanted === "answer") return { secret: process.env.APP_SECRET ?? null };
  if (wanted === "much") return "x".repeat(2_000_000);
  const kept: unknown[] = [];
  for (;;) {
    if (wanted === "heap") kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })));
    if (wanted === "buffers") kept.push(Buffer.alloc(BYTES, 1));
    if (wanted === "wasm") kept.push(new WebAssembly.Memory({ initial: 1, maximum: 65_536 }).grow(60_000));
  }
});
