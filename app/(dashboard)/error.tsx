"use client";
import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

/** Replaces a page that failed. What failed on the server is read again only by loading the page again. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Empty
      icon={<TriangleAlert />}
      title="Couldn't load this page"
      level="h1"
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      Checks and alerts don't depend on it.
      {error.digest && ` The error ID in the server log is ${error.digest}.`}
    </Empty>
  );
}
