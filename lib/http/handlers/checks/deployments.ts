import { handlers } from "@/lib/http/router/handler";
import {
  createDeployment,
  deleteDeployment,
  getDeployment,
  listDeployments,
} from "@/lib/services/checks/deployments";

export const deploymentHandlers = handlers({
  listDeployments: ({ caller, query, page }) => listDeployments(caller, query, page),
  createDeployment: ({ caller, body }) => createDeployment(caller, body),
  getDeployment: ({ caller, params }) => getDeployment(caller, params.deploymentId),
  deleteDeployment: ({ caller, params }) => deleteDeployment(caller, params.deploymentId),
});
