import { Skeleton } from "@/components/ui/skeleton";

/**
 * Shown immediately, with status 200, while a page loads. Pages that may answer 404 stay outside this folder, because the status can't
 * change once the skeleton has been sent.
 */
export default function Loading() {
  return <Skeleton lines={8} />;
}
