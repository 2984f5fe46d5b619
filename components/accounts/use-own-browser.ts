"use client";
import { useCallback, useEffect, useState } from "react";
import { onPermissionChange, ownFingerprint, type PushObstacle, pushObstacle } from "@/lib/client/push";

export interface OwnBrowser {
  readonly obstacle: PushObstacle | null;
  /** Null if this browser isn't subscribed. */
  readonly fingerprint: string | null;
}

/** Returns this browser's notification support and subscription, null until known. `look` reads them again. */
export function useOwnBrowser(): { browser: OwnBrowser | null; look: () => Promise<void> } {
  const [browser, setBrowser] = useState<OwnBrowser | null>(null);
  const look = useCallback(async () => {
    const obstacle = pushObstacle();
    const canAsk = obstacle === null || obstacle === "blocked";
    setBrowser({ obstacle, fingerprint: canAsk ? await ownFingerprint() : null });
  }, []);
  useEffect(() => {
    void look();
    return onPermissionChange(() => void look());
  }, [look]);
  return { browser, look };
}
