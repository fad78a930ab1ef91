import { configuredValues } from "@/lib/env";
import { hopVersion } from "@/lib/version";
import { logConsole, logLifecycle, surviveClosedOutput } from "@/server/process-output";

/** Logs the version and the configuration of a process, unless its supervisor does. */
export function startLog({ isSupervised }: { isSupervised: boolean }): void {
  surviveClosedOutput();
  logConsole();
  if (isSupervised) return;
  logLifecycle({ version: hopVersion(), node: process.versions.node, configuration: configuredValues() }, "starting");
}
