/** What a tab hears from the event stream. `data` is JSON. */
export interface LiveListener {
  ready(): void;
  change(data: string): void;
  checks(data: string): void;
  /** It was closed because no tab is visible. Changes in the meantime are missed. */
  paused(): void;
  /** `isFinal`: it isn't opened again by itself. */
  lost(isFinal: boolean): void;
}

interface LiveMessage {
  readonly event: "ready" | "change" | "checks" | "paused" | "lost";
  readonly data?: string;
  readonly isFinal?: boolean;
}

/**
 * Opens the browser's event stream, or joins the one that another tab opened. `reader` names the person and the project.
 * Returns a function that leaves it.
 */
export function openSource(reader: string, listener: LiveListener, isReopened: boolean): () => void {
  return typeof SharedWorker === "undefined"
    ? ownStream(listener)
    : sharedStream(reader, listener, isReopened);
}

/** One stream for all tabs, held by a worker (`public/live-worker.js`). */
function sharedStream(reader: string, listener: LiveListener, isReopened: boolean): () => void {
  const { port } = new SharedWorker("/live-worker.js", { name: "live" });
  const say = (kind: string) => port.postMessage({ kind, reader });
  const sayWhetherSeen = () => say(isSeen() ? "visible" : "hidden");
  const leave = () => say("gone");
  port.addEventListener("message", ({ data }: MessageEvent<LiveMessage>) => {
    if (data.event === "lost") listener.lost(data.isFinal === true);
    else listener[data.event](data.data ?? "");
  });
  port.start();
  if (isReopened) say("reopen");
  else sayWhetherSeen();
  document.addEventListener("visibilitychange", sayWhetherSeen);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", sayWhetherSeen);
  return () => {
    document.removeEventListener("visibilitychange", sayWhetherSeen);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", sayWhetherSeen);
    leave();
    port.close();
  };
}

/** A stream of this tab alone, for browsers without shared workers, such as Chrome on Android. Closed while hidden. */
function ownStream(listener: LiveListener): () => void {
  let stream: EventSource | null = null;
  const close = () => {
    stream?.close();
    stream = null;
  };
  const follow = () => {
    if (!isSeen() && stream) {
      close();
      listener.paused();
    } else if (isSeen()) stream ??= listened(listener);
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

function listened(listener: LiveListener): EventSource {
  const stream = new EventSource("/api/live");
  stream.addEventListener("ready", () => listener.ready());
  stream.addEventListener("change", ({ data }: MessageEvent<string>) => listener.change(data));
  stream.addEventListener("checks", ({ data }: MessageEvent<string>) => listener.checks(data));
  // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
  stream.addEventListener("error", () => listener.lost(stream.readyState === EventSource.CLOSED));
  return stream;
}

function isSeen(): boolean {
  return document.visibilityState === "visible";
}
