import { readBacklog, secondsWaiting } from "@/lib/clicks/backlog";
import { spoolFolder } from "@/lib/clicks/spool";
import { log } from "@/lib/log";
import { readDisk } from "@/server/data-dir/disk";
import { type Sample, sample } from "@/server/metrics/sample";

/** Samples of the spool and the disk, read only from files. */
export async function machineSamples(dataDir: string, spoolMaxBytes: number): Promise<Sample[]> {
  const parts = await Promise.all([spoolSamples(dataDir), diskSamples(dataDir)].map(orNothing));
  return [sample("hop_spool_max_bytes", spoolMaxBytes), ...parts.flat()];
}

async function spoolSamples(dataDir: string): Promise<Sample[]> {
  const backlog = await readBacklog(spoolFolder(dataDir));
  return [
    sample("hop_spool_bytes", backlog.waitingBytes),
    sample("hop_spool_clicks", backlog.waitingClicks),
    sample("hop_spool_oldest_click_age_seconds", secondsWaiting(backlog)),
  ];
}

async function diskSamples(dataDir: string): Promise<Sample[]> {
  const { free, size, freeFiles } = await readDisk(dataDir);
  return [
    sample("hop_disk_free_bytes", free),
    sample("hop_disk_size_bytes", size),
    sample("hop_disk_free_inodes", freeFiles),
  ];
}

/** Samples that cannot be read are missing in the scrape, which alerts detect. */
async function orNothing(reading: Promise<Sample[]>): Promise<Sample[]> {
  return reading.catch((error: unknown) => {
    log.debug({ err: error }, "metrics not read");
    return [];
  });
}
