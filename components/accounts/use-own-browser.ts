"use client";
import { useCallback, useEffect, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { onPermissionChange, ownFingerprint, type PushObstacle, pushObstacle } from "@/lib/client/push";

interface OwnBrowser {
  /** Known as soon as the page is hydrated, so that what appears later doesn't change its height. */
  readonly obstacle: PushObstacle | null;
  /** Undefined until known, null if this browser isn't subscribed. */
  readonly fingerprint: string | null | undefined;
  /** Reads both again. */
  readonly look: () => Promise<void>;
}

/** Returns this browser's notification support and subscription. */
export function useOwnBrowser(): OwnBrowser {
  const obstacle = useHydrated() ? pushObstacle() : null;
  const [known, setKnown] = useState<{ fingerprint: string | null }>();
  const look = useCallback(async () => {
    const canAsk = ["blocked", null].includes(pushObstacle());
    setKnown({ fingerprint: canAsk ? await ownFingerprint() : null });
  }, []);
  useEffect(() => {
    void look();
    return onPermissionChange(() => void look());
  }, [look]);
  return { obstacle, fingerprint: known?.fingerprint, look };
}
