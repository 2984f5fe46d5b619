// Holds the browser's only event stream and passes its events to every tab. Over HTTP/1.1, browsers open six connections to a
// server, so a stream per tab would leave none for the seventh. The stream closes while no tab is visible.

const EVENTS = ["ready", "change", "checks"];
/** Long enough for switching tabs and for loading the next page. */
const IDLE_MS = 5000;

/** What each tab last said: whether it's visible, and which person and project it shows. */
const tabs = new Map();
let stream = null;
let streamOf = "";
let isReady = false;
let idle;

self.addEventListener("connect", ({ ports: [tab] }) => {
  tab.addEventListener("message", ({ data }) => heard(tab, data));
  tab.start();
});

function heard(tab, { kind, reader }) {
  if (kind === "gone") tabs.delete(tab);
  else tabs.set(tab, kind !== "hidden");
  clearTimeout(idle);
  if (![...tabs.values()].includes(true)) idle = setTimeout(close, IDLE_MS);
  else if (kind === "hidden" || kind === "gone") return;
  else if (kind === "reopen" || !stream || stream.readyState === EventSource.CLOSED || reader !== streamOf)
    open(reader);
  else if (isReady) tab.postMessage({ event: "ready" });
}

function open(reader) {
  close();
  streamOf = reader;
  stream = new EventSource("/api/live");
  for (const event of EVENTS) stream.addEventListener(event, ({ data }) => tell({ event, data }));
  stream.addEventListener("ready", () => {
    isReady = true;
  });
  // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
  stream.addEventListener("error", () => {
    isReady = false;
    tell({ event: "lost", isFinal: stream.readyState === EventSource.CLOSED });
  });
}

function close() {
  if (!stream) return;
  stream.close();
  stream = null;
  isReady = false;
  tell({ event: "paused" });
}

function tell(message) {
  for (const tab of tabs.keys()) tab.postMessage(message);
}
