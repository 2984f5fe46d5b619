import { ConfigFile } from "@/lib/contract/config-file/config-file";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { parseYaml, UnreadableFile } from "../documents";
import type { Importer } from "./importer";

const SHOWN_ERRORS = 50;
const SHOWN_CHARS = 500;

/** Reads a configuration file in the format that an export has. */
export const vedette: Importer = { parse: (text) => ({ file: parseConfig(text) }) };

/** Parses the file's text. Throws an error that lists every invalid line or field. */
export function parseConfig(text: string): ConfigFile {
  const parsed = ConfigFile.safeParse(parseYaml(text), { error: wording });
  if (parsed.success) return parsed.data;
  const errors = Object.entries(fieldErrors(parsed.error));
  const lines = errors
    .slice(0, SHOWN_ERRORS)
    .map(([field, texts]) => `  ${field || "file"}: ${texts.join(" ")}`.slice(0, SHOWN_CHARS));
  if (errors.length > lines.length) lines.push(`  and ${errors.length - lines.length} more`);
  throw new UnreadableFile(`The file doesn't match the format that \`export\` writes:\n${lines.join("\n")}`);
}
