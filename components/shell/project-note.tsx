"use client";
import { useEffect } from "react";
import { useToast } from "@/components/ui/overlays/toast";
import { takeProjectNote, workIn } from "@/lib/client/project-switch";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";

/** Shows one toast after a page load in another project. Undoing the deletion of the demo creates it again and opens it. */
export function ProjectNote() {
  const toast = useToast();
  useEffect(() => {
    const note = takeProjectNote();
    if (note === null) return;
    const restore = async () => {
      toast("Creating demo data…");
      await workIn((await request(routes.createDemo)).id);
      location.assign("/");
    };
    const failed = (error: Error) => toast(error.message, { tone: "failed" });
    toast(note.text, note.isDemoGone ? { undo: () => void restore().catch(failed) } : {});
  }, [toast]);
  return null;
}
