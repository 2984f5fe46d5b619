"use client";
import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Empty
      icon={<TriangleAlert />}
      title="This page could not be loaded"
      action={<Button onClick={reset}>Try again</Button>}
    >
      Your data is safe; checks go on.{error.digest && ` The server's log has it as ${error.digest}.`}
    </Empty>
  );
}
