import { awaitApp } from "@/server/front/await-app";

test("a clock that is set back makes no request wait longer for an app that is down", async () => {
  const app = awaitApp("/nowhere.sock", 100);
  const waiting = app.untilUp();
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
  expect(waiting).toBeDefined();
  await waiting;
  expect(app.untilUp()).toBeUndefined();
  clock.mockRestore();
  app.close();
});
