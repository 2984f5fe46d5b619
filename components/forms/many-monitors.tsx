"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Options, Select } from "@/components/ui/input";
import { useToast } from "@/components/ui/overlays/toast";
import { queryAll } from "@/lib/client/query";
import { monitorsById, pickerFilter } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import { number } from "@/lib/presenters/core/format";
import { type MonitorsLike, useIdsLike } from "./use-monitors";

/** Chooses many monitors at once: all that match a search, or all on a status page. */
export function ManyMonitors({
  like,
  total,
  chosen,
  onChange,
}: {
  like: MonitorsLike;
  total: number;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const [isReading, setIsReading] = useState(false);
  const toast = useToast();
  const idsLike = useIdsLike();
  const pages = useQuery(queryAll(routes.listStatusPages));
  const add = (ids: readonly number[]) => onChange([...new Set([...chosen, ...ids])]);
  const addLike = async (matches: readonly Parameters<typeof idsLike>[0][]) => {
    setIsReading(true);
    try {
      add((await Promise.all(matches.map(idsLike))).flat());
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: "failed" });
    } finally {
      setIsReading(false);
    }
  };
  const isAll = like.search === "" && like.tag === "";
  const known = (pages.data?.data ?? []).filter(({ components }) => components.length > 0);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {total > 0 && (
        <Button size="sm" busy={isReading} onClick={() => void addLike([pickerFilter(like)])}>
          {isAll ? `Select all ${number(total)}` : `Select ${number(total)} matching`}
        </Button>
      )}
      {known.length > 0 && (
        <Select
          aria-label="Select the monitors of a status page"
          className="w-52"
          value=""
          onChange={({ target }) => {
            const page = known.find(({ id }) => String(id) === target.value);
            const protocol = [...like.protocol];
            if (page && protocol.length === 0) add(monitorIds(page.components));
            else if (page)
              void addLike(
                monitorsById(monitorIds(page.components)).map(({ query: { id } }) => ({ id, protocol })),
              );
          }}
        >
          <option value="">From a status page…</option>
          <Options of={known} option={({ id, name }) => [id, name]} />
        </Select>
      )}
      {chosen.length > 0 && (
        <Button size="sm" variant="quiet" onClick={() => onChange([])}>
          Clear {number(chosen.length)} selected
        </Button>
      )}
    </div>
  );
}
