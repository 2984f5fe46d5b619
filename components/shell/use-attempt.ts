"use client";
import { useState } from "react";
import { useToast } from "@/components/ui/overlays/toast";

/**
 * Runs work that ends with leaving the page, and says so if it fails. Stays busy after success, until the next page is there, unless
 * the work returns "here".
 */
export function useAttempt(): [isBusy: boolean, attempt: (work: () => Promise<unknown>) => void] {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const attempt = (work: () => Promise<unknown>) => {
    setBusy(true);
    work().then(
      (end) => end === "here" && setBusy(false),
      (error: Error) => {
        setBusy(false);
        toast(error.message, { tone: "failed" });
      },
    );
  };
  return [isBusy, attempt];
}
