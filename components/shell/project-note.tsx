"use client";
import { useEffect } from "react";
import { useToast } from "@/components/ui/overlays/toast";
import { takeProjectNote } from "@/lib/client/project-switch";

/** Shows one toast after a link switched the project. */
export function ProjectNote() {
  const toast = useToast();
  useEffect(() => {
    const name = takeProjectNote();
    if (name !== null) toast(`Switched to project ${name}`);
  }, [toast]);
  return null;
}
