"use client";

/** Replaces a page whose frame failed, for example because the session couldn't be read. Every page loads it, so it imports nothing. */
export default function FrameError() {
  return (
    <main className="grid min-h-[80dvh] place-content-center gap-3 text-center">
      <h1 className="text-[15px] font-semibold">Couldn't load this page</h1>
      <button type="button" className="underline" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  );
}
