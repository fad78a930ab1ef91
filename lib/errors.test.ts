import { AppError } from "@/lib/errors";

test("an error of another bundle of this process is recognised", async () => {
  await jest.isolateModulesAsync(async () => {
    const other = await import("@/lib/errors");
    expect(new other.AppError("invalid", "Too small")).toBeInstanceOf(AppError);
  });
});
