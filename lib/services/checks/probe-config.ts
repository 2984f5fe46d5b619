import type { MonitorConfig } from "@/lib/contract/checks/check";
import { decrypt, encrypt } from "@/lib/shared/secret";

/** Returns a check as stored for its runner, with the request encrypted because it may contain secrets. */
export function encryptConfig(config: MonitorConfig): object {
  const encrypted = encrypt(JSON.stringify(config.request), contextOf(config.project_id)).toString("base64");
  return { ...config, request: { encrypted } };
}

/** Returns the decrypted check that the runner gets. */
export function decryptConfig(stored: unknown): unknown {
  const config = stored as Partial<MonitorConfig>;
  const encrypted = config.request?.encrypted;
  if (typeof encrypted !== "string" || config.project_id === undefined) return config;
  const request = JSON.parse(decrypt(Buffer.from(encrypted, "base64"), contextOf(config.project_id)));
  return { ...config, request };
}

function contextOf(projectId: number): string {
  return `probe:${projectId}`;
}
