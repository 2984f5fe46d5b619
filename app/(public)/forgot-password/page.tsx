import { ForgotForm } from "@/components/accounts/forgot-form";
import { PageHeader } from "@/components/ui/page-header";
import { sendsMail } from "@/lib/http/loaders/mail";

export const metadata = { title: "Forgot your password?" };
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <>
      <PageHeader title="Forgot your password?" />
      <ForgotForm sendsMail={sendsMail()} />
    </>
  );
}
