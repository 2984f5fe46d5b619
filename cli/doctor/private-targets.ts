import { env, isEmbedded } from "@/lib/shared/env";
import { type Finding, note } from "./finding";

export function privateTargetsFinding(): Finding {
  const ranges = env().ALLOW_PRIVATE_TARGETS;
  if (ranges) return note("open ranges", `${ranges.join(", ")} (ALLOW_PRIVATE_TARGETS)`);
  if (isEmbedded())
    return note(
      "open ranges",
      "loopback and private networks may be watched (the default with the embedded database)",
    );
  return note("open ranges", "only public addresses may be watched; ALLOW_PRIVATE_TARGETS opens others");
}
