import { Skeleton } from "@/components/ui/skeleton";

/**
 * Shown at once, with status 200, while a page loads. Pages that may answer 404 stay outside this folder: once the skeleton has left, the
 * status can't change.
 */
export default function Loading() {
  return <Skeleton lines={8} />;
}
