import fc from "fast-check";
import { expect, test } from "vitest";
import { IMPORT_SOURCE_NAMES } from "@/lib/contract/config-file/sources";
import { EXPORTS } from "@/lib/testing/limits/export-files";
import { UnreadableFile } from "../documents";
import { IMPORTERS } from "./registry";

const value = fc.jsonValue({ maxDepth: 3 });
/** Objects with the fields that importers look for, and anything in them. */
const likely = fc.dictionary(
  fc.constantFrom(
    ...[
      "monitor",
      "monitorList",
      "monitors",
      "data",
      "endpoints",
      "sites",
      "scrape_configs",
      "page",
      "components",
      "status_page",
      "group",
    ],
    ...["monitor_group", "version", "project", "attributes", "stat", "__proto__", "constructor"],
  ),
  fc.oneof(
    value,
    fc.array(
      fc.dictionary(
        fc.constantFrom(
          "id",
          "name",
          "type",
          "url",
          "headers",
          "conditions",
          "interval",
          "monitor_type",
          "dns",
        ),
        fc.oneof(
          value,
          fc.constantFrom("http", "keyword", "port", "ping", "status", "tcp", "https://x.example", "1e309"),
        ),
      ),
    ),
  ),
);

test.each(IMPORT_SOURCE_NAMES)(
  "%s: adds or skips every item of any file, or refuses it, and never crashes",
  (source) => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("utf8")),
      likely.map((file) => JSON.stringify(file)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const imported = IMPORTERS[source].parse(text);
          if ("file" in imported) return;
          const { count, items, skipped } = imported.draft;
          expect(items.length + skipped.length).toBe(count);
          expect(skipped.every(({ name, reason }) => name !== "" && reason !== "")).toBe(true);
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      }),
      { numRuns: 100 },
    );
    expect(Object.prototype).not.toHaveProperty("polluted");
  },
);

// An export of Vedette's own is limited by its parts (import-cost.test.ts).
test.each(IMPORT_SOURCE_NAMES.filter((source) => source !== "vedette"))(
  "%s: refuses one more item than is allowed",
  (source) => {
    expect(() => IMPORTERS[source].parse(EXPORTS[source](2001))).toThrow(/more than 2000 items/);
  },
);
