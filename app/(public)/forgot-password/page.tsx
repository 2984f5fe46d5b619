import { ForgotForm } from "@/components/setup/forgot-form";

export const metadata = { title: "Forgot your password?" };

export default function ForgotPasswordPage() {
  return (
    <>
      <h1 className="mb-2 text-[22px] font-semibold">Forgot your password?</h1>
      <ForgotForm />
    </>
  );
}
