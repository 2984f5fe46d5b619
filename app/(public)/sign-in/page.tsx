import { SignInForm } from "@/components/accounts/sign-in-form";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { localPath } from "@/lib/presenters/core/local-path";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await toSearchParams(searchParams);
  return (
    <>
      <h1 className="mb-6 text-[22px] font-semibold">Sign in to Vedette</h1>
      <SignInForm next={localPath(search.get("next"))} withCode={search.has("code")} />
    </>
  );
}
