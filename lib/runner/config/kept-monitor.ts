import * as z from "zod";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { joinRequest, splitRequest } from "@/lib/domain/core/request-secrets";
import { decrypt, encrypt } from "@/lib/shared/secret";

/** A monitor as it is kept on disk: the secrets of its request are encrypted and null in it. */
export interface KeptMonitor extends MonitorConfig {
  readonly encrypted?: string;
}

const Secrets = z.record(z.string(), z.unknown());

/** Encrypts what a monitor's request keeps secret. */
export function hideSecrets(monitor: MonitorConfig, key: Buffer): KeptMonitor {
  const { open, secrets } = splitRequest(monitor.request);
  if (secrets === null) return monitor;
  const encrypted = encrypt(JSON.stringify(secrets), contextOf(monitor), key).toString("base64");
  return { ...monitor, request: open, encrypted };
}

/** Returns a kept monitor as the server sent it. Throws when the runner had a different token at the time. */
export function revealSecrets({ encrypted, ...monitor }: KeptMonitor, key: Buffer): MonitorConfig {
  if (encrypted === undefined) return monitor;
  const plain = decrypt(Buffer.from(encrypted, "base64"), contextOf(monitor), key);
  return { ...monitor, request: joinRequest(monitor.request, Secrets.parse(JSON.parse(plain))) };
}

function contextOf({ id }: MonitorConfig): string {
  return `kept monitor:${id}`;
}
