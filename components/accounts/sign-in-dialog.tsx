"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useToast } from "@/components/ui/overlays/toast";
import { reconnect } from "@/lib/client/live/live";
import { workIn } from "@/lib/client/project-switch";
import { dismissSignIn, sessionResumed, useSessionEnded } from "@/lib/client/session-state";
import type { Session } from "@/lib/contract/accounts/accounts";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { SignInForm } from "./sign-in-form";

/**
 * Asks for the password when the session ended, over the page, so that nothing typed is lost. Someone else who signs in leaves the page,
 * because it isn't theirs.
 */
export function SignInDialog({ viewer }: { viewer: Viewer }) {
  const cache = useQueryClient();
  const toast = useToast();
  const resume = async ({ user }: Session) => {
    if (user.id !== viewer.user.id) return location.assign("/");
    sessionResumed();
    reconnect();
    void cache.invalidateQueries();
    toast("Signed in");
    // A new session starts in the user's first project.
    const failed = (error: Error) => toast(error.message, { tone: "failed" });
    if (viewer.project) await workIn(viewer.project.id).catch(failed);
  };
  return (
    <Dialog
      open={useSessionEnded()}
      onClose={dismissSignIn}
      title="Sign in again"
      description="Your session ended. What you typed is still here. Sign in, then send it again."
    >
      <SignInForm email={viewer.user.email} onSignedIn={(session) => void resume(session)} />
    </Dialog>
  );
}
