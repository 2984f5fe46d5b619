"use client";
import { DeadEnd } from "@/components/page/dead-end";
import { Button } from "@/components/ui/button";

/** Replaces a page that failed. What failed on the server is read again only by loading the page again. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <DeadEnd
      title="Couldn't load this page"
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      Checks and alerts don't depend on it.
      {error.digest && ` The error ID in the server log is ${error.digest}.`}
    </DeadEnd>
  );
}
