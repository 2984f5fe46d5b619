import { once } from "@/lib/shared/once";

interface Headers {
  get(name: string): string | null;
}

const frontDoor = () => once("front-door", () => ({ isOpen: false }));

/** Records that a front door in this process sets the headers that say where a request came from. */
export function openFrontDoor(): void {
  frontDoor().isOpen = true;
}

/**
 * Returns where a request that reached Next.js came from. Without a front door, clients can send these headers themselves, so
 * the address is unknown and meets no access rule.
 */
export function forwardedPeer(headers: Headers): { readonly address: string; readonly secure: boolean } {
  if (!frontDoor().isOpen) return { address: "unknown", secure: false };
  return {
    address: headers.get("x-forwarded-for") ?? "unknown",
    secure: headers.get("x-forwarded-proto") === "https",
  };
}
