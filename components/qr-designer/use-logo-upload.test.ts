import { ApiError } from "@/components/data/api";
import { uploadProblem } from "@/components/qr-designer/use-logo-upload";

test.each([
  [
    "a proxy's limit",
    new ApiError(413, "<h1>413 Request Entity Too Large</h1>", ""),
    "A server between your browser and Hop refuses files of this size. Choose a smaller file.",
  ],
  ["Hop's refusal", new ApiError(413, '{"message":"At most 2 MB","code":"too_large"}', ""), "At most 2 MB"],
  ["a lost connection", new TypeError("The file could not be sent"), "The logo could not be uploaded. Try again."],
])("%s is explained", (_, error, expected) => {
  expect(uploadProblem(error)).toBe(expected);
});
