import { parse } from "yaml";
import { ConfigFile } from "@/lib/contract/config-file/config-file";
import { exportConfig } from "@/lib/services/config-file/export";
import type { Caller } from "@/lib/services/core/caller";

/** Exports the project named `app`, and returns the text and what it says. */
export async function exportedConfig(caller: Caller): Promise<{ text: string; config: ConfigFile }> {
  const chunks: string[] = [];
  for await (const chunk of await exportConfig(caller, "app")) chunks.push(chunk);
  const text = chunks.join("");
  return { text, config: ConfigFile.parse(parse(text)) };
}
