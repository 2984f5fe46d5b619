"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { Segmented } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time/time";
import { WatchLine } from "@/components/ui/watch-line";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/reads/readiness-read";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Installation } from "@/lib/contract/reference/installation";
import type { Readiness } from "@/lib/contract/reference/meta";
import { healthParts, healthQueues, healthStages, sizeText } from "@/lib/presenters/runners/health";

const POLL_MS = 5000;
const HISTORY_POLL_MS = 60_000;

/** Shows whether this installation itself works: its parts, the newest work of each stage, and what is waiting. */
export function HealthPage() {
  const { data: readiness } = useQuery({ ...readinessRead, refetchInterval: POLL_MS });
  const { data: installation } = useQuery({ ...query(routes.getInstallation), refetchInterval: POLL_MS });
  const { data: runners } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: POLL_MS,
  });
  const alive = runners?.data.filter(({ state }) => state === "alive").length;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {readiness ? (
        <Parts readiness={readiness} />
      ) : (
        // As high as the parts will be, so that nothing moves when they arrive.
        <Card title="Parts" className="lg:col-span-2">
          <div className="h-[40rem] sm:h-[19rem]">
            <Skeleton lines={10} />
          </div>
        </Card>
      )}
      {installation && <Progress installation={installation} />}
      {installation && (
        <Card title="This installation" className="lg:col-span-2">
          <Rows wide>
            <Row name="Version">{installation.version}</Row>
            <Row name="This server started">
              <Time at={installation.started_at} />
            </Row>
            <Row name="Runners">
              <Link href="/settings/regions" className="underline underline-offset-2">
                {alive === undefined ? "Show" : `${alive} reporting`}
              </Link>
            </Row>
            <Row name="Database">
              {installation.database.embedded ? "Embedded " : ""}PostgreSQL {installation.database.version},{" "}
              {sizeText(installation.database.size_bytes)}
            </Row>
            {installation.disk_free_bytes !== null && (
              <Row name="Disk">{sizeText(installation.disk_free_bytes)} free</Row>
            )}
          </Rows>
        </Card>
      )}
    </div>
  );
}

function Parts({ readiness }: { readiness: Readiness }) {
  const [range, setRange] = useState<"day" | "week">("day");
  const { data: history } = useQuery({
    ...query(routes.getHealthHistory, { query: { range } }),
    refetchInterval: HISTORY_POLL_MS,
    placeholderData: keepPreviousData,
  });
  const rangeSwitch = (
    <Segmented
      name="range"
      label="History"
      value={range}
      options={[
        { value: "day", label: "24 hours" },
        { value: "week", label: "7 days" },
      ]}
      onChange={setRange}
    />
  );
  return (
    <Card title="Parts" aside={rangeSwitch} className="lg:col-span-2">
      <dl className="space-y-4 sm:space-y-2.5">
        {healthParts(readiness, history).map(({ name, problem, history: past }) => (
          <div
            key={name}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 sm:grid-cols-[11rem_minmax(6rem,1fr)_10.5rem]"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="order-2 col-span-2 sm:order-none sm:col-span-1">
              {past && <WatchLine steps={past.cells} label={past.text} className="h-5 w-full" />}
            </dd>
            <dd className="tabular text-right">
              {past?.downText && <span className="mr-3 text-[13px] text-muted">{past.downText}</span>}
              {problem ? (
                <span className="font-medium text-down">Failing</span>
              ) : (
                <span className="text-up">OK</span>
              )}
            </dd>
            {problem && (
              <dd className="order-1 col-span-2 text-down sm:order-none sm:col-span-3">{problem}</dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Progress({ installation }: { installation: Installation }) {
  return (
    <>
      <Card title="From check to public page">
        <Rows>
          {healthStages(installation).map(({ name, at }) => (
            <Row key={name} name={name}>
              {at ? <Time at={at} /> : <span className="text-muted">none yet</span>}
            </Row>
          ))}
        </Rows>
      </Card>
      <Card title="Waiting">
        <Rows>
          {healthQueues(installation).map(({ name, count }) => (
            <Row key={name} name={name}>
              {count.toLocaleString("en-US")}
            </Row>
          ))}
        </Rows>
      </Card>
    </>
  );
}

function Rows({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <dl className={cn("grid gap-x-8 gap-y-2", wide && "lg:grid-cols-2")}>{children}</dl>;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 text-muted">{name}</dt>
      <dd className="tabular min-w-0 shrink-0 text-right max-sm:max-w-[60%]">{children}</dd>
    </div>
  );
}
