import { createProject, listProjects } from "@/lib/contract/projects";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createProject, listProjects);
