/** Listener of a tab to the event stream. `data` is JSON. */
export interface LiveListener {
  ready(data: string): void;
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
 * Opens the event stream of a person and project, or joins the one that another tab opened. `reader` is "person project". Returns a
 * function that leaves it.
 */
export function openSource(reader: string, listener: LiveListener, isReopened: boolean): () => void {
  const [, project = ""] = reader.split(" ");
  const own: LiveListener = {
    ...listener,
    // A server that doesn't know the parameter yet streams the session's project.
    ready: (data) => (isOf(project, data) ? listener.ready(data) : listener.lost(true)),
  };
  if (typeof SharedWorker === "undefined") return ownStream(project, own);
  try {
    return sharedStream(reader, own, isReopened, () => ownStream(project, own));
  } catch {
    return ownStream(project, own);
  }
}

function isOf(project: string, data: string): boolean {
  return String((JSON.parse(data) as { project_id: number }).project_id) === project;
}

/** One stream for all tabs of a person and project, held by a worker (`public/live-worker.js`). */
function sharedStream(
  reader: string,
  listener: LiveListener,
  isReopened: boolean,
  fallBack: () => () => void,
): () => void {
  const left = new AbortController();
  const worker = new SharedWorker("/live-worker.js", { name: reader });
  const { port } = worker;
  const sayWhetherSeen = () => port.postMessage(isSeen() ? "visible" : "hidden");
  const sayGone = () => port.postMessage("gone");
  port.addEventListener("message", ({ data }: MessageEvent<LiveMessage>) => {
    if (left.signal.aborted) return;
    if (data.event === "lost") listener.lost(data.isFinal === true);
    else listener[data.event](data.data ?? "");
  });
  port.start();
  if (isReopened) port.postMessage("reopen");
  else sayWhetherSeen();
  document.addEventListener("visibilitychange", sayWhetherSeen, left);
  window.addEventListener("pagehide", sayGone, left);
  window.addEventListener("pageshow", sayWhetherSeen, left);
  let leave = () => {
    left.abort();
    sayGone();
    port.close();
  };
  // Its script didn't load or doesn't run here.
  worker.addEventListener(
    "error",
    () => {
      leave();
      leave = fallBack();
    },
    left,
  );
  return () => leave();
}

/** A stream of this tab alone, for browsers without shared workers, such as Chrome on Android. Closed while hidden. */
function ownStream(project: string, listener: LiveListener): () => void {
  let stream: EventSource | null = null;
  const close = () => {
    stream?.close();
    stream = null;
  };
  const follow = () => {
    if (!isSeen() && stream) {
      close();
      listener.paused();
    } else if (isSeen()) stream ??= listened(project, listener);
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

function listened(project: string, listener: LiveListener): EventSource {
  const stream = new EventSource(`/api/live?project_id=${project}`);
  stream.addEventListener("ready", ({ data }: MessageEvent<string>) => listener.ready(data));
  stream.addEventListener("change", ({ data }: MessageEvent<string>) => listener.change(data));
  stream.addEventListener("checks", ({ data }: MessageEvent<string>) => listener.checks(data));
  // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
  stream.addEventListener("error", () => listener.lost(stream.readyState === EventSource.CLOSED));
  return stream;
}

function isSeen(): boolean {
  return document.visibilityState === "visible";
}
