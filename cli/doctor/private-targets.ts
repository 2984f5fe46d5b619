import { env, isEmbedded } from "@/lib/shared/env";
import { type Finding, note } from "./finding";

export function privateTargetsFinding(): Finding {
  const ranges = env().ALLOW_PRIVATE_TARGETS;
  if (ranges) return note("allowed networks", `${ranges.join(", ")} (ALLOW_PRIVATE_TARGETS)`);
  if (isEmbedded())
    return note(
      "allowed networks",
      "loopback and private networks can be monitored (default with the embedded database)",
    );
  return note(
    "allowed networks",
    "only public addresses can be monitored; set ALLOW_PRIVATE_TARGETS to allow others",
  );
}
