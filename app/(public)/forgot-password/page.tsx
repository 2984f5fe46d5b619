import { ForgotForm } from "@/components/accounts/forgot-form";
import { sendsMail } from "@/lib/http/loaders/mail";

export const metadata = { title: "Forgot your password?" };
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <>
      <h1 className="mb-2 text-[22px] font-semibold">Forgot your password?</h1>
      <ForgotForm sendsMail={sendsMail()} />
    </>
  );
}
