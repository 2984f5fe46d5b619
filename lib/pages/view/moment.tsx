import { isoSeconds } from "@/lib/shared/clock";
import { momentText } from "../format";

/** An absolute time: a sealed page can't know when it is read. */
export function Moment({ at, now }: { at: Date; now: Date }) {
  return <time dateTime={isoSeconds(at)}>{momentText(at, now)}</time>;
}
