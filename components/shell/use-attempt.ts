"use client";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";

/** Runs work that ends with leaving the page, and says so if it fails. Stays busy after success, until the next page is there. */
export function useAttempt(): [isBusy: boolean, attempt: (work: () => Promise<void>) => void] {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    work().catch((error: Error) => {
      setBusy(false);
      toast(error.message, { tone: "failed" });
    });
  };
  return [isBusy, attempt];
}
