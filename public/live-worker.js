// Holds the only event stream of a person and project in this browser, and passes its events to their tabs. Over HTTP/1.1, browsers
// open six connections to a server, so a stream per tab would leave none for the seventh. The stream closes while no tab is visible.

const EVENTS = ["ready", "change", "checks"];
/** Long enough for switching tabs and for loading the next page. */
const IDLE_MS = 5000;
/** The worker's name is "person project". */
const URL_OF_STREAM = `/api/live?project_id=${self.name.split(" ")[1]}`;

/** Each tab, and whether it's visible. */
const tabs = new Map();
let stream = null;
/** The data of the stream's first event while it's open. */
let ready = null;
let idle;

self.addEventListener("connect", ({ ports: [tab] }) => {
  tab.addEventListener("message", ({ data }) => heard(tab, data));
  tab.start();
});

function heard(tab, kind) {
  if (kind === "gone") tabs.delete(tab);
  else tabs.set(tab, kind !== "hidden");
  clearTimeout(idle);
  if (![...tabs.values()].includes(true)) idle = setTimeout(close, IDLE_MS);
  else if (kind === "hidden" || kind === "gone") return;
  else if (kind === "reopen" || !stream || stream.readyState === EventSource.CLOSED) open();
  else if (ready !== null) tab.postMessage({ event: "ready", data: ready });
}

function open() {
  close();
  stream = new EventSource(URL_OF_STREAM);
  for (const event of EVENTS) stream.addEventListener(event, ({ data }) => tell({ event, data }));
  stream.addEventListener("ready", ({ data }) => {
    ready = data;
  });
  // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
  stream.addEventListener("error", () => {
    ready = null;
    tell({ event: "lost", isFinal: stream.readyState === EventSource.CLOSED });
  });
}

function close() {
  if (!stream) return;
  stream.close();
  stream = null;
  ready = null;
  tell({ event: "paused" });
}

function tell(message) {
  for (const tab of tabs.keys()) tab.postMessage(message);
}
