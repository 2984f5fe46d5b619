import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "@/lib/client/query";
import { overviewReads } from "@/lib/client/reads/overview-reads";
import { routes } from "@/lib/client/routes";
import type { Strip } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";

/** Returns the monitors that the overview shows one by one, with their last 24 hours. Each is undefined until it is loaded. */
export function useLastDay(total: number): {
  monitors: readonly Monitor[] | undefined;
  strips: readonly Strip[] | undefined;
} {
  const { data } = useQuery({
    ...query(routes.listMonitors, overviewReads.day(total)),
    placeholderData: keepPreviousData,
  });
  const ids = data?.data.map(({ id }) => String(id)) ?? [];
  const { data: found } = useQuery({
    ...query(routes.getStrips, { query: { monitor_id: ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return { monitors: data?.data, strips: found?.strips };
}
