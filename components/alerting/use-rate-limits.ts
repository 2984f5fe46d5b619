"use client";
import { useQuery } from "@tanstack/react-query";
import { channelHoldReads } from "@/lib/client/channel-hold-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";

/** Until when each held destination waits, by its id. */
export function useHolds(): ReadonlyMap<number, string> {
  const { data } = useQuery(query(routes.listChannelHolds, channelHoldReads));
  return new Map(data?.data.map((hold) => [hold.integration_id, hold.held_until]));
}
