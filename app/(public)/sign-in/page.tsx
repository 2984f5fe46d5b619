import { SignInForm } from "@/components/accounts/sign-in-form";
import { PageHeader } from "@/components/ui/page-header";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { localPath } from "@/lib/presenters/core/local-path";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await toSearchParams(searchParams);
  return (
    <>
      <PageHeader title="Sign in to Vedette" />
      <SignInForm next={localPath(search.get("next"))} withCode={search.has("code")} />
    </>
  );
}
