import { toSettingsBody } from "@/components/settings/use-settings-actions";
import type { SettingsValues } from "@/lib/settings/schema";
import { SETTING_KEYS, type SettingKey } from "@/lib/settings/types";

const shownHost = "mail.example";

test.each<[string, Partial<SettingsValues>, string | undefined]>([
  ["a password", { smtp_password: "secret" }, shownHost],
  ["a user name", { smtp_user: "hop" }, shownHost],
  ["a login, while the host is emptied", { smtp_host: " ", smtp_user: "hop" }, shownHost],
  ["a host", { smtp_host: "new.example" }, undefined],
  ["a host and its password", { smtp_host: "new.example", smtp_password: "secret" }, undefined],
  ["the removal of the host and a login", { smtp_host: null, smtp_user: null }, undefined],
  ["the base URL", { base_url: "https://hop.example" }, undefined],
])("%s is sent on condition of the mail server: %j", (_what, changed, ifMailHost) => {
  const values = { ...Object.fromEntries(SETTING_KEYS.map((key) => [key, null])), ...changed } as SettingsValues;
  const dirtyFields = Object.fromEntries(Object.keys(changed).map((key) => [key, true]));
  const { settings, ...conditions } = toSettingsBody(SETTING_KEYS, values, { dirtyFields, shownHost });
  expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).toEqual(changed);
  expect(conditions).toEqual(ifMailHost === undefined ? {} : { ifMailHost });
});

test("a test of the mail server sends only its settings", () => {
  const keys: SettingKey[] = ["smtp_host"];
  const values = { base_url: "https://hop.example", smtp_host: "mail.example" } as SettingsValues;
  const dirtyFields = { base_url: true, smtp_host: true };
  expect(toSettingsBody(keys, values, { dirtyFields, shownHost })).toEqual({
    settings: [{ key: "smtp_host", value: "mail.example" }],
  });
});
