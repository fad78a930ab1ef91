import { log } from "@/lib/log";
import { logSecurityEvent, MAX_LINES_PER_WINDOW } from "@/lib/security-log";

const MINUTE_MS = 60_000;

test("a clock that is set back suppresses no lines for longer", () => {
  const logged = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  const [time, elapsed] = [Date.now(), performance.now()];
  for (let i = 0; i <= MAX_LINES_PER_WINDOW; i++) logSecurityEvent("api_key_refused", {});
  const clock = jest.spyOn(Date, "now").mockReturnValue(time - 60 * MINUTE_MS);
  const monotonic = jest.spyOn(performance, "now").mockReturnValue(elapsed + 2 * MINUTE_MS);
  logSecurityEvent("api_key_refused", {});
  expect(logged).toHaveBeenLastCalledWith({ event: "api_key_refused", suppressed: 1 }, "API key refused");
  for (const mocked of [clock, monotonic, logged]) mocked.mockRestore();
});

test("a flood is limited to a number of lines, and the next line counts the suppressed ones", () => {
  const logged = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  const now = Date.now();
  for (let i = 0; i < 10_000; i++) logSecurityEvent("permission_refused", { userId: "1" }, now + (i % MINUTE_MS));
  logSecurityEvent("sign_in_link_refused", { reason: "expired" }, now);
  expect(logged).toHaveBeenCalledTimes(MAX_LINES_PER_WINDOW + 1);
  logSecurityEvent("permission_refused", { userId: "1" }, now + MINUTE_MS);
  expect(logged).toHaveBeenLastCalledWith(
    { event: "permission_refused", userId: "1", suppressed: 10_000 - MAX_LINES_PER_WINDOW },
    "permission refused",
  );
  logSecurityEvent("permission_refused", { userId: "1" }, now + 2 * MINUTE_MS);
  expect(logged).toHaveBeenLastCalledWith({ event: "permission_refused", userId: "1" }, "permission refused");
  logged.mockRestore();
});
