import { knownState, type PageState } from "@/lib/domain/status-pages/page-state";
import type { MonitorModel, PageModel } from "@/lib/status-page/model/model";

/** Builds the documents that readers of Uptime Kuma's status pages request, with its field names and numbers. */
const DOWN = 0;
const UP = 1;
const PENDING = 2;
const MAINTENANCE = 3;

/** Readers count everything but 1 as trouble. Unknown is pending. */
const STATUS: Record<PageState, number> = {
  empty: PENDING,
  operational: UP,
  maintenance: MAINTENANCE,
  degraded_performance: UP,
  partial_outage: DOWN,
  major_outage: DOWN,
};

const time = (date: Date) => date.toISOString().slice(0, 23).replace("T", " ");

function groups({ components }: PageModel) {
  const single = components.flatMap((item) => (item.kind === "monitor" ? [item] : []));
  const grouped = components.flatMap((item) => (item.kind === "group" ? [item] : []));
  return [...(single.length > 0 ? [{ name: "Services", monitors: single }] : []), ...grouped].map(
    ({ name, monitors }, index) => ({
      id: index + 1,
      name,
      weight: index + 1,
      monitorList: monitors.map((monitor) => ({
        id: monitor.id,
        name: monitor.name,
        sendUrl: 0,
        type: "http",
      })),
    }),
  );
}

/** Returns the latest open incident with a public update. */
function incident({ incidents }: PageModel) {
  const open = incidents.find(({ status, updates }) => status !== "recovered" && updates.length > 0);
  if (!open) return null;
  const { id, title, state, startedAt, changedAt, updates } = open;
  const style = STATUS[state] === DOWN ? "danger" : "warning";
  const dates = { createdDate: time(startedAt), lastUpdatedDate: time(changedAt) };
  return { id, style, title, content: updates[0]?.content ?? "", pin: 1, ...dates };
}

function statusPage(model: PageModel) {
  const { name, description, title, colorScheme } = model.settings;
  return {
    config: {
      ...{
        slug: name,
        title,
        description,
        icon: "/icon.svg",
        published: true,
        showTags: false,
        customCSS: "",
      },
      ...{ theme: colorScheme === "all" ? "auto" : colorScheme, footerText: null, showPoweredBy: false },
      ...{ googleAnalyticsId: null, showCertificateExpiry: false },
    },
    incident: incident(model),
    publicGroupList: groups(model),
    maintenanceList: model.windows
      .filter(({ state }) => state === "in_progress")
      .map(({ id, title: of, startsAt, endsAt }) => ({
        ...{ id, title: of, description: "", strategy: "single", active: true, status: "under-maintenance" },
        timeslotList: [{ startDate: time(startsAt), endDate: time(endsAt) }],
      })),
  };
}

function heartbeats(model: PageModel) {
  const all = model.components.flatMap((item) => (item.kind === "monitor" ? [item] : item.monitors));
  const at = time(model.checkedAt ?? model.now);
  const beat = ({ state, responseTimeMs }: MonitorModel) => ({
    status: STATUS[knownState(state, model.stale)],
    time: at,
    msg: "",
    ping: model.settings.showResponseTimes ? responseTimeMs : null,
  });
  return {
    heartbeatList: Object.fromEntries(all.map((monitor) => [monitor.id, [beat(monitor)]])),
    uptimeList: Object.fromEntries(
      all.map(({ id, availability }) => [`${id}_24`, availability === null ? null : availability / 100]),
    ),
  };
}

/** The paths below a page. Those of Uptime Kuma name the page instead. */
export const UPTIME_KUMA = {
  "api/kuma/status-page.json": statusPage,
  "api/kuma/heartbeat.json": heartbeats,
} as const;
