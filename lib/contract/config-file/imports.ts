import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";
import { MonitorFields } from "@/lib/contract/monitors/fields";
import { FORBIDDEN_IN_URL } from "@/lib/shared/text/control-characters";
import { ITEM_KINDS } from "./config-file";
import { IMPORT_MAX_BYTES, IMPORT_SOURCE_NAMES, IMPORT_SOURCES } from "./sources";

/** Base64 takes four bytes for three, and the other fields take some. */
const FILE_MAX_CHARS = Math.ceil((IMPORT_MAX_BYTES * 4) / 3) + 1000;
const BODY_MAX_BYTES = FILE_MAX_CHARS + 1024 * 1024;
const SHOWN_CHARS = 4000;
const VARIABLES_MAX = 1000;

const titles = Object.entries(IMPORT_SOURCES).map(([name, { title }]) => `\`${name}\`: ${title}`);

export const ImportConfiguration = z.object({
  source: z
    .enum(IMPORT_SOURCE_NAMES)
    .meta({ title: "Product", description: `${titles.join(", ")}.`, examples: ["gatus"] }),
  file: z
    .string()
    .max(FILE_MAX_CHARS)
    .nullable()
    .default(null)
    .meta({
      title: "File",
      description:
        "The export, at most 16 MiB: its text, or a data URL with base64, which an SQLite database needs.",
      examples: ["endpoints:\n  - name: Shop\n    url: https://shop.example.com/health\n"],
    }),
  url: z
    .url({ protocol: /^https?$/, error: "url must be a URL that starts with http:// or https://." })
    .max(250)
    .refine((url) => !FORBIDDEN_IN_URL.test(url), "url must not contain whitespace or control characters.")
    .nullable()
    .default(null)
    .meta({
      title: "Address",
      description: "Instead of a file, the address of a public status page. Only for `statuspage`.",
      examples: [null],
    }),
  regions: MonitorFields.regions.default(["eu-deu-fra"]).meta({
    title: "Region",
    description: "The regions of imported monitors. A Vedette file names its own.",
  }),
  variables: z
    .record(z.string().max(200), z.string().max(4000))
    .refine(
      (given) => Object.keys(given).length <= VARIABLES_MAX,
      `variables must have at most ${VARIABLES_MAX} entries.`,
    )
    .refine(
      (given) => Object.values(given).every((value) => value.isWellFormed() && !value.includes("\0")),
      "variables must not contain NUL characters or unpaired surrogates.",
    )
    .default({})
    .meta({
      title: "Variables",
      description: "Values of the secrets that a Vedette file refers to, such as `SHOP_AUTHORIZATION`.",
      examples: [{}],
    }),
  prune: z.boolean().default(false).meta({
    title: "Delete items that are no longer in the file",
    description:
      "Also deletes items that an earlier Vedette file contained and this one does not. Ignored for other sources.",
  }),
  preview: z
    .boolean()
    .default(false)
    .meta({ title: "Preview", description: "Returns what the import would do without saving anything." }),
});
export type ImportConfiguration = z.infer<typeof ImportConfiguration>;

const shown = z.string().max(SHOWN_CHARS).nullable();
export const ItemChange = z.object({
  field: z.string(),
  before: shown.meta({ description: "Null if nothing was set. Secrets are masked." }),
  after: shown,
});
export type ItemChange = z.infer<typeof ItemChange>;

export const ImportedItem = z.object({
  kind: z.enum(ITEM_KINDS),
  key: z.string().meta({ description: "Names the item in a Vedette file." }),
  name: z.string(),
  action: z.enum(["create", "update", "unchanged", "delete", "left"]).meta({
    description:
      "`left`: an earlier Vedette file contained it and this one does not; it stays unless `prune` is set.",
  }),
  id: Id.nullable().meta({ description: "Null for an item that will be created." }),
  changes: z.array(ItemChange).meta({ description: "What an update changes, field by field." }),
  notes: z
    .array(z.object({ field: z.string(), text: z.string() }))
    .meta({ description: "Fields that the source defines differently, and how they were mapped." }),
});
export type ImportedItem = z.infer<typeof ImportedItem>;

export const ImportResult = z.object({
  applied: z.boolean().meta({ description: "False for a preview." }),
  total: z.number().int().min(0).meta({
    description:
      "Number of items in the file. Each is in `items` as created, updated, or unchanged, or in `skipped`; an import that would lose one is refused.",
  }),
  items: z.array(ImportedItem),
  skipped: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .meta({ description: "Items in the source that the import does not create, with the reason." }),
  problems: z.array(z.string()).meta({
    description:
      "Problems that prevent the import. Only a preview returns them; otherwise, the response is 422.",
  }),
  missing_variables: z
    .array(z.string())
    .meta({ description: "Secrets that have no stored value and must be sent in `variables`." }),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const endpoints = endpointsOf("project", "Import and export", {
  importConfiguration: {
    at: "POST /uptime/imports",
    summary: "Import from another product or apply a Vedette file",
    description:
      "Creates and updates items; repeating an import changes nothing. An item that was imported before, or a monitor with the same name and target, is updated instead of created again. Items are saved one at a time: if one is rejected, the ones before it stay, and repeating the import continues from there. Also requires the `platform:read` permission, and `platform:write` for integrations and alert rules.",
    conflicts: true,
    body: ImportConfiguration,
    maxBytes: BODY_MAX_BYTES,
    isReadApart: true,
    response: ImportResult,
  },
  exportConfiguration: {
    at: "GET /uptime/configuration",
    summary: "Export the project's configuration",
    description:
      "YAML for an import with the source `vedette`. Secrets are replaced by references to variables. Also requires the `platform:read` permission. 409 while the secrets of a monitor cannot be decrypted.",
    response: z.string().meta({ description: "YAML 1.2." }),
    raw: true,
    conflicts: true,
  },
});
