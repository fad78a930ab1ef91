import { notFound } from "@/lib/errors";
import { route } from "@/lib/http/route";

const unknown = route({ auth: "public" }, () => {
  throw notFound("Path");
});

export {
  unknown as DELETE,
  unknown as GET,
  unknown as HEAD,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
};
