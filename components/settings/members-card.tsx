"use client";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";

/** The people of the organization. */
export function MembersCard() {
  const { data } = useQuery(query(routes.listUsers, settingsReads.users));
  return (
    <Card title="Members" flush>
      <ul>
        {(data?.data ?? []).map((user) => (
          <li
            key={user.id}
            className="flex flex-wrap items-center gap-x-5 border-b border-line px-4 py-3 last:border-0"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{user.name}</span>
              <span className="block truncate text-[13px] text-muted">{user.email}</span>
            </span>
            <span className="text-muted capitalize">{user.role}</span>
            <span className="w-36 text-right text-[13px] text-muted">
              since <Time at={user.created_at} as="date" />
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-[13px] text-muted">
        Add people on the server: <code className="font-mono">npm run -s cli -- users create</code>
      </p>
    </Card>
  );
}
