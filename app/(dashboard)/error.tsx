"use client";
import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Empty
      icon={<TriangleAlert />}
      title="Couldn't load this page"
      action={<Button onClick={reset}>Try again</Button>}
    >
      Your data is safe and checks keep running.
      {error.digest && ` The error ID in the server log is ${error.digest}.`}
    </Empty>
  );
}
