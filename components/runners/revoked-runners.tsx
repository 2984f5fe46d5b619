import { Fold } from "@/components/ui/overlays/fold";
import { Time } from "@/components/ui/time/time";
import type { Runner } from "@/lib/contract/runners/runners";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";

/** Lists recently revoked runners, collapsed. */
export function RevokedRunners({ runners }: { runners: readonly Runner[] }) {
  if (runners.length === 0) return null;
  return (
    <Fold
      className="border-t border-line"
      headClass="gap-1.5 px-4 py-3 text-[13px] text-muted"
      head={
        <>
          Revoked in the last 30 days
          <span className="ml-auto tabular">{runners.length}</span>
        </>
      }
    >
      <ul className="border-t border-line px-4 py-1.5">
        {runners.map(({ id, name, region, revoked_at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-[13px]">
            <span className="min-w-0 break-words">
              {name} {region && <span className="text-muted">· {REGION_NAMES[region]}</span>}
            </span>
            {revoked_at && (
              <span className="text-muted">
                revoked <Time at={revoked_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
