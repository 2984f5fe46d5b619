import type { TaskList } from "graphile-worker";
import { certificatesJob } from "./certificates";
import { deliverJob } from "./deliver";
import { deliverPushJob } from "./deliver-push";
import { clearDrillJob, endDrillJob, runDrillJob } from "./drill";
import { fanOutEventJob } from "./fan-out-event";
import { integrationPausedJob } from "./integration-paused";
import { maintenance } from "./maintenance";
import { modelTextJob } from "./model-text";
import { passwordResetJob } from "./password-reset";
import { sealAll } from "./seal-all";
import { sealProject } from "./seal-project";
import { sendPageMailsJob } from "./send-page-mails";
import { subscriptionMailJob } from "./subscription-mail";
import { systemMailJob } from "./system-mail";
import { tellOfWindowJob } from "./tell-of-window";
import { tick } from "./tick";
import { upkeep } from "./upkeep";

/** Every job by name: one line a task. */
export const tasks: TaskList = {
  certificates: certificatesJob,
  clear_drill: clearDrillJob,
  deliver: deliverJob,
  deliver_push: deliverPushJob,
  end_drill: endDrillJob,
  fan_out_event: fanOutEventJob,
  integration_paused: integrationPausedJob,
  maintenance,
  model_text: modelTextJob,
  password_reset: passwordResetJob,
  run_drill: runDrillJob,
  seal_all: sealAll,
  seal_project: sealProject,
  send_page_mails: sendPageMailsJob,
  subscription_mail: subscriptionMailJob,
  system_mail: systemMailJob,
  tell_of_window: tellOfWindowJob,
  tick,
  upkeep,
};
