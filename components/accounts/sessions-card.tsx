"use client";
import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time/time";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { deviceWords } from "@/lib/presenters/accounts/device-words";
import { useOwnBrowser } from "./use-own-browser";

export function SessionsCard() {
  const { data } = useQuery(queryAll(routes.listOwnSessions));
  const end = useSave(routes.endOwnSession, { done: "Session ended" });
  const endOthers = useSave(routes.endOtherSessions, {
    done: "Signed out of all other sessions, and notifications turned off in other browsers",
  });
  const { fingerprint } = useOwnBrowser();
  const sessions = (data?.data ?? []).toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <Card
      title="Sessions"
      flush
      aside={
        sessions.length > 1 && (
          <Button
            size="sm"
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate(fingerprint ? { query: { kept_browser: fingerprint } } : {})}
          >
            Sign out other sessions
          </Button>
        )
      }
    >
      <ul>
        {sessions.map((session) => {
          const device = deviceWords(session.user_agent);
          const Icon = /iPhone|Android|iPad/.test(device) ? Smartphone : Laptop;
          return (
            <li
              data-row
              key={session.id}
              className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted"
            >
              <Icon aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium" title={session.user_agent ?? undefined}>
                  {device}
                  {session.current && <span className="ml-2 font-normal text-up">this browser</span>}
                </p>
                <p className="text-[13px] text-muted">
                  {session.address} ·{" "}
                  {session.current ? (
                    "now"
                  ) : (
                    <>
                      last seen <Time at={session.last_seen_at} />
                    </>
                  )}{" "}
                  · since <Time at={session.created_at} as="date" />
                </p>
              </div>
              {!session.current && (
                <Button
                  size="sm"
                  aria-label={`End session on ${device}`}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ params: { sessionId: session.id } })}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
