"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Time } from "@/components/ui/time/time";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Key } from "@/lib/contract/accounts/keys";
import { keyExpiry } from "@/lib/presenters/accounts/key-expiry";
import { counted } from "@/lib/presenters/core/format";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { now } from "@/lib/shared/clock";
import { ApiReference, KeyDialog } from "./key-dialog";

const KIND_WORDS: Record<Key["kind"], string> = {
  organization: "Organization",
  project: "Project",
  user: "You",
};

export function KeysCard({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(queryAll(routes.listKeys));
  const [creating, setCreating] = useState(false);
  const revoke = useConfirmed(routes.revokeKey, {
    input: ({ id }: Key) => ({ params: { keyId: id } }),
    title: ({ name }) => `Revoke ${name}?`,
    action: "Revoke key",
    text: "Anything that uses this key stops working immediately.",
    done: "Key revoked",
  });
  const keys = data?.data ?? [];
  return (
    <Card
      title={counted(keys.length, "key")}
      flush
      aside={
        <div className="flex items-center gap-4 text-[13px]">
          <ApiReference />
          <Button size="sm" onClick={() => setCreating(true)}>
            <Plus /> Create key
          </Button>
        </div>
      }
    >
      {keys.length === 0 && (
        <Empty icon={<KeyRound />} title="No API keys yet">
          Anything you can do in the dashboard, you can do with the API.
        </Empty>
      )}
      <ul>
        {keys.map((key) => (
          <li
            data-row
            key={key.id}
            className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-4 py-3 last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto]"
          >
            <div className="min-w-0 flex-1 max-sm:col-span-2">
              <p className="truncate font-medium">{key.name}</p>
              <p className="text-[13px] text-muted">
                <code className="font-mono">{`${key.prefix}…${key.last_four}`}</code> ·{" "}
                {key.kind === "project" ? (key.project?.name ?? "Project") : KIND_WORDS[key.kind]}
                {key.created_by && ` · by ${key.created_by}`} · <Expiry at={key.expires_at} />
              </p>
            </div>
            <p className="text-[13px] text-muted max-sm:col-start-1">
              {key.kind === "user" ? "Your role" : `Platform ${key.platform}, uptime ${key.uptime}`}
            </p>
            <p className="text-[13px] text-muted max-sm:col-start-1 sm:w-40 sm:text-right">
              {key.last_used_at ? (
                <>
                  used <Time at={key.last_used_at} />
                </>
              ) : (
                "never used"
              )}
            </p>
            <Button
              size="sm"
              className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-2"
              aria-label={`Revoke ${key.name}`}
              onClick={() => revoke.ask(key)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <KeyDialog open={creating} onClose={() => setCreating(false)} viewer={viewer} />
      {revoke.dialog}
    </Card>
  );
}

const TONES = { never: "", later: "", near: "text-warn", expired: "text-down" };

/** Says when a key stops working, in the color of a warning once that is near. */
function Expiry({ at }: { at: string | null }) {
  if (at === null) return "never expires";
  const state = keyExpiry(at, now());
  return (
    <span className={TONES[state]}>
      {state === "expired" ? "expired" : "expires"} <Time at={at} as={state === "later" ? "date" : "ago"} />
    </span>
  );
}
