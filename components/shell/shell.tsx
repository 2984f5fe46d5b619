"use client";

import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useActions } from "@/components/page/actions";
import { ViewerProvider } from "@/components/page/viewer-context";
import { Later } from "@/components/ui/later";
import { lazyPart, loadParts } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/overlays/toast";
import { useFirstInput } from "@/components/ui/use-first-input";
import { useAway } from "@/lib/client/away";
import { draftStorage, forgetDrafts } from "@/lib/client/drafts";
import { useLiveUpdates } from "@/lib/client/live/live";
import { takeProjectNote, workIn } from "@/lib/client/project-switch";
import { request, showProject } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import { useSessionEnded } from "@/lib/client/session-state";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { nameRegions } from "@/lib/presenters/monitors/region-labels";
import type { ShownTroubles } from "@/lib/presenters/runners/shown-troubles";
import { now } from "@/lib/shared/clock";
import { DemoNote } from "./demo-note";
import { useKeys } from "./keys";
import { BottomBar, TopBar } from "./navigation/phone-bars";
import { useSwitchTo } from "./navigation/project-switcher";
import { Sidebar } from "./navigation/sidebar";
import { closeOverlay, useOverlay } from "./palette/palette-state";
import { shellActions } from "./shell-actions";
import { TroubleBanner } from "./trouble-banner";
import { useKeptFocus } from "./use-kept-focus";

const CommandPalette = lazyPart(async () => (await import("./palette/command-palette")).default);
const Shortcuts = lazyPart(async () => (await import("./shortcuts")).default);
const SignInDialog = lazyPart(
  async () => (await import("@/components/accounts/sign-in-dialog")).SignInDialog,
);

/** Returns whether the session has ended since the page loaded. The dialog stays then, so that it gives back the focus. */
function useHasEnded(): boolean {
  const isEnded = useSessionEnded();
  const [hasEnded, setHasEnded] = useState(isEnded);
  if (isEnded && !hasEnded) setHasEnded(true);
  return hasEnded;
}

/** Renders everything around a page: navigation, project switcher, live indicator, shortcuts, and command palette. */
export function Shell({
  viewer,
  troubles,
  children,
}: {
  viewer: Viewer;
  troubles?: ShownTroubles;
  children: ReactNode;
}) {
  // Must run before the children render, on the server and in the browser.
  nameRegions(viewer.namedRegions);
  const projectId = viewer.project?.id ?? null;
  useLayoutEffect(() => showProject(projectId), [projectId]);
  useLiveUpdates(`${viewer.user.id} ${viewer.project?.id ?? 0}`);
  useEffect(() => forgetDrafts(draftStorage(), "expired", now()), []);
  useActions(shellActions(viewer, useSwitchTo()));
  useKeys();
  useKeptFocus();
  useAway(projectId !== null);
  const overlay = useOverlay();
  const hasSessionEnded = useHasEnded();
  useFirstInput(loadParts);
  return (
    <ViewerProvider value={viewer}>
      <div className="lg:flex">
        <a
          href="#main"
          className="sr-only z-50 rounded-lg bg-ink px-3 py-2 text-bg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        <Sidebar viewer={viewer} />
        <TopBar viewer={viewer} />
        <main
          id="main"
          tabIndex={-1}
          className="isolate min-w-0 flex-1 overflow-x-clip px-4 pt-5 pb-28 sm:px-6 lg:px-10 lg:pt-9 lg:pb-16"
        >
          <div className="mx-auto max-w-[1160px] has-data-wide:max-w-[1520px]">
            <ProjectNote />
            <div className="has-data-bar:mb-5 max-sm:has-data-bar:-mt-5 max-sm:has-data-bar:mb-4">
              <TroubleBanner {...(troubles && { initial: troubles })} />
              <DemoNote viewer={viewer} />
            </div>
            {children}
          </div>
        </main>
        <BottomBar viewer={viewer} />
        <Later>
          {hasSessionEnded && <SignInDialog viewer={viewer} />}
          {overlay === "shortcuts" && <Shortcuts open onClose={closeOverlay} />}
          {overlay === "palette" && <CommandPalette onClose={closeOverlay} />}
        </Later>
      </div>
    </ViewerProvider>
  );
}

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
