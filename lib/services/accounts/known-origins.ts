import { clientBucket } from "@/lib/shared/address-ranges";
import { sha256 } from "@/lib/shared/secret";
import { rememberOrigins, selectKnownOrigins } from "@/lib/store/accounts/known-origins";
import type { Tx } from "@/lib/store/core/tx";

/** Where a sign-in comes from, listed next to the session. */
export interface Device {
  readonly address: string;
  readonly userAgent: string | null;
  /** Token of the session that this one replaces. */
  readonly replaces: string | null;
  /** The browser's own cookie, which outlives its sessions. It proves only that this is the same browser. */
  readonly mark: string;
}

/** Returns the session, device, or address from which this account signed in before, or null for a stranger. */
export async function knownOrigin(email: string, device: Device): Promise<string | null> {
  const session = device.replaces === null ? null : sha256(device.replaces);
  const known = await selectKnownOrigins(email, originsOf(device), session);
  // Prefer the device: it belongs to one person, while an address may belong to a whole office.
  return known.find((origin) => !origin.startsWith("address:")) ?? known[0] ?? null;
}

/** Remembers the device and address of a successful sign-in. */
export function rememberDevice(trx: Tx, userId: number, device: Device): Promise<void> {
  return rememberOrigins(trx, userId, originsOf(device));
}

function originsOf(device: Device): string[] {
  return [deviceOrigin(device), `address:${clientBucket(device.address)}`];
}

export function deviceOrigin({ mark }: Device): string {
  return `device:${sha256(mark).toString("hex")}`;
}
