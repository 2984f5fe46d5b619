import { SetupForm } from "@/components/accounts/setup-form";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { loadSetup } from "@/lib/http/loaders/setup";

export const metadata = { title: "Welcome" };

export default async function SetupPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const setup = await loadSetup(token);
  if (!setup) {
    return (
      <>
        <PageHeader title="This link no longer works" />
        <p className="mb-5 text-muted">
          It was already used, revoked, or replaced, or it expired. Ask the sender for a new link. The server
          prints the owner's link when it starts without an owner.
        </p>
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
      </>
    );
  }
  return <SetupForm token={token} setup={setup} />;
}
