import { configuredValues } from "@/lib/env";
import { hopVersion } from "@/lib/version";
import { logConsole, logLifecycle, surviveClosedOutput } from "@/server/process-output";

/** The beginning of the log of a process: which version runs, with which configuration, unless its supervisor says so. */
export function startLog({ isSupervised }: { isSupervised: boolean }): void {
  surviveClosedOutput();
  logConsole();
  if (isSupervised) return;
  logLifecycle({ version: hopVersion(), node: process.versions.node, configuration: configuredValues() }, "starting");
}
