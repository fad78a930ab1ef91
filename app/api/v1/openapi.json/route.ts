import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { openApiDocument } from "@/lib/public-api/openapi";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "public" }, () => openApiDocument()),
});
