import { paths } from "@/lib/paths";

/** The path of each call read by queries; the start of their keys, by which they are refetched. */
export const queryKeys = {
  currentUser: [paths.api.currentUser],
  urls: [paths.api.urls],
  groups: [paths.api.groups],
  groupCounts: [paths.api.groups, "counts"],
  users: [paths.api.users],
  dashboardStats: [paths.api.dashboardStats],
  topUrls: [paths.api.topUrls],
  activity: [paths.api.activity],
  settings: [paths.api.settings],
  unknownCodes: [paths.api.unknownCodes],
  summary: [paths.api.summary],
  sessions: [paths.api.sessions],
  qrCodes: [paths.api.qrCodes],
  qrTemplates: [paths.api.qrTemplates],
  qrFiles: [paths.api.qrFiles],
} as const;
