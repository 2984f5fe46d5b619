export interface ImportStep {
  readonly text: string;
  /** A command to run for it. */
  readonly command?: string;
}

/** A product that configuration can be imported from. The parsers are in `lib/domain/config-file/importers`. */
interface SourceText {
  readonly title: string;
  /** How to get the export there. */
  readonly steps: readonly ImportStep[];
  /** File name extensions of the export. */
  readonly accept: string;
  /** Whether the address of a public page can be sent instead of a file. */
  readonly byUrl?: true;
  /** Whether its configuration may be several YAML files, which an import reads as one file's documents. */
  readonly inFiles?: true;
}

export const IMPORT_SOURCES = {
  uptime_kuma: {
    title: "Uptime Kuma",
    steps: [
      {
        text: "In Uptime Kuma's data folder, copy the database without its history.",
        command: 'sqlite3 kuma.db ".backup copy.db" && sqlite3 copy.db "delete from heartbeat; vacuum"',
      },
      {
        text: "Upload copy.db. With version 1, you can upload the JSON file from Settings → Backup instead.",
      },
    ],
    accept: ".db,.sqlite,.json",
  },
  gatus: {
    title: "Gatus",
    steps: [
      {
        text: "Upload the config.yaml that Gatus uses, or a Kubernetes ConfigMap that contains it. If Gatus reads a folder, choose all its files.",
      },
    ],
    accept: ".yaml,.yml",
    inFiles: true,
  },
  uptimerobot: {
    title: "UptimeRobot",
    steps: [
      {
        text: "Under Integrations & API, create a read-only API key, and use it to save the list of monitors.",
        command:
          "curl -d 'api_key=YOUR_KEY&format=json&custom_http_headers=1&custom_http_statuses=1&http_request_details=true' https://api.uptimerobot.com/v2/getMonitors > monitors.json",
      },
      { text: "Upload monitors.json, or a CSV file of the monitors." },
    ],
    accept: ".json,.csv",
  },
  better_stack: {
    title: "Better Stack",
    steps: [
      {
        text: "Under API tokens, copy the Uptime API token, and use it to save the list of monitors.",
        command:
          "curl -H 'Authorization: Bearer YOUR_TOKEN' 'https://uptime.betterstack.com/api/v2/monitors?per_page=250' > monitors.json",
      },
      {
        text: "Upload monitors.json. If you have more than 250 monitors, save each page and upload them one at a time.",
      },
    ],
    accept: ".json",
  },
  statuspage: {
    title: "Statuspage",
    steps: [{ text: "Enter the address of your status page, or upload its /api/v2/summary.json." }],
    accept: ".json",
    byUrl: true,
  },
  upptime: {
    title: "Upptime",
    steps: [{ text: "Upload the .upptimerc.yml of your repository." }],
    accept: ".yaml,.yml",
  },
  openstatus: {
    title: "OpenStatus",
    steps: [
      { text: "Upload your openstatus.yaml. You can choose several files." },
      {
        text: "It has no DNS monitors. To import those too, save the API's list of monitors and upload it instead.",
        command: "curl -H 'x-openstatus-key: YOUR_KEY' https://api.openstatus.dev/v1/monitor > monitors.json",
      },
    ],
    accept: ".yaml,.yml,.json",
    inFiles: true,
  },
  prometheus: {
    title: "Prometheus with the blackbox exporter",
    steps: [
      {
        text: "Upload the configurations of Prometheus and of the exporter together: prometheus.yml and blackbox.yml. Lists of targets for file_sd_configs work too.",
      },
    ],
    accept: ".yaml,.yml",
    inFiles: true,
  },
  vedette: {
    title: "Vedette file",
    steps: [{ text: "Upload a YAML file from an export. Items that aren't in the file stay unchanged." }],
    accept: ".yaml,.yml",
  },
} as const satisfies Record<string, SourceText>;

/** The largest file that an import accepts. */
export const IMPORT_MAX_BYTES = 16 * 1024 * 1024;

export type ImportSource = keyof typeof IMPORT_SOURCES;
export const IMPORT_SOURCE_NAMES = Object.keys(IMPORT_SOURCES) as [ImportSource, ...ImportSource[]];
