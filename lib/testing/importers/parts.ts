import { GATUS_FILE_IGNORED } from "@/lib/domain/config-file/importers/gatus";
import { PROMETHEUS_FILE_IGNORED } from "@/lib/domain/config-file/importers/prometheus";
import { UPPTIME_FILE_IGNORED } from "@/lib/domain/config-file/importers/upptime";
import { gatusFile } from "./gatus";
import { type Settings, set } from "./published";

/** Parts of a whole file. */
export const PUBLISHED_PARTS = [
  {
    source: "gatus",
    file: gatusFile,
    settings: {
      ...set({ a: "x" }, "alerting security storage web ui maintenance remote connectivity tunneling"),
      ...set([{ name: "x" }], "external-endpoints suites announcements"),
      ...set(true, "debug metrics skip-invalid-config-update disable-monitoring-lock"),
      concurrency: 3,
    },
    ignored: GATUS_FILE_IGNORED,
  },
  {
    source: "upptime",
    file: (more: Settings) => ({ sites: [{ name: "Shop", url: "https://shop.example.com" }], ...more }),
    settings: {
      ...set("x", "owner repo user-agent PAT commitPrefixStatusUp commitPrefixStatusDown runner"),
      ...set("x", "commitPrefixStatusDegraded summaryStartHtmlComment liveStatusHtmlComment"),
      ...set(true, "skipDescriptionUpdate skipTopicsUpdate skipHomepageUpdate skipDeleteIssues"),
      ...set(true, "skipGeneratingWebsite skipPoweredByReadme"),
      ...set(["x"], "assignees secrets"),
      ...set({ a: "x" }, "status-website commitMessages i18n"),
      ...{ notifications: [{ type: "slack" }], workflowSchedule: { uptime: "*/30 * * * *" }, delay: 5 },
      customStatusWebsitePackage: "x",
    },
    ignored: UPPTIME_FILE_IGNORED,
  },
  {
    source: "prometheus",
    file: (more: Settings) => ({
      scrape_configs: [
        {
          job_name: "probe",
          metrics_path: "/probe",
          static_configs: [{ targets: ["https://shop.example.com"] }],
        },
      ],
      ...more,
    }),
    settings: {
      ...set({ a: "x" }, "global alerting storage tracing otlp runtime"),
      ...set(["x"], "rule_files scrape_config_files remote_write remote_read"),
    },
    ignored: PROMETHEUS_FILE_IGNORED,
  },
] as const;
