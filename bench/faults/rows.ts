import { ensurePackages } from "@/.ci/packages.mjs";
import { backUpAndRestore } from "@/bench/faults/backup";
import { syncBeforeReply } from "@/bench/faults/durability";
import { killEmbeddedPostgres } from "@/bench/faults/embedded";
import { failOver } from "@/bench/faults/failover";
import { resumeFaviconRefresh } from "@/bench/faults/favicon-refresh";
import { FLOOD_LINKS, withstandFlood } from "@/bench/faults/flood";
import { fillDisks } from "@/bench/faults/full-disk";
import { measureStaleness, migrateUnderLoad, startTwoAtOnce } from "@/bench/faults/instances";
import {
  countNoneTwice,
  killRoles,
  loseNoClick,
  replayTwice,
  rollTwoInstances,
  startVisited,
  stopGracefully,
} from "@/bench/faults/kills";
import { answerOddRequests, ODD_LINKS } from "@/bench/faults/odd-requests";
import type { FaultRow } from "@/bench/faults/outcome";
import { recover, redirectWithoutDatabase } from "@/bench/faults/postgres";
import { proveDesigns } from "@/bench/faults/qr-designs";
import { readEveryCode, resumeQrFile } from "@/bench/faults/qr-files";
import { refuseBrokenBuilds, reloadUnderLoad } from "@/bench/faults/reload";
import { surviveReplica } from "@/bench/faults/replica";
import { withRunning } from "@/bench/faults/running";
import { cutClientsThatStall } from "@/bench/faults/slow-clients";
import { loseMachine } from "@/bench/faults/two-machines";
import { surviveUncaughtErrors, THROW_ON_SIGNAL } from "@/bench/faults/uncaught-errors";
import { upgradeFromPrevious } from "@/bench/faults/upgrade";
import { PATRONI_PACKAGES } from "@/bench/harness/patroni";
import { installPrevious } from "@/bench/harness/previous";

const KILLS = 20;
const PAUSES = 100;
const PAUSES_WITHOUT_LISTEN = 20;
const CLICKS_TO_UPGRADE = 100_000;

/** Default of `--clicks`. */
const CLICKS_TO_BACK_UP = 200_000;

/** The rows of `npm run test:faults`, in order. To add one, add a function here. */
export const FAULT_ROWS: FaultRow[] = [
  { id: "B1", run: (server) => redirectWithoutDatabase(server) },
  {
    id: "B2",
    run: async (server) => {
      const running = await startVisited(server);
      const outcome = await loseNoClick(running, { kills: KILLS });
      await running.hop.stop();
      return [outcome];
    },
  },
  { id: "B3", run: async (server) => [await countNoneTwice(server, KILLS), await replayTwice(server)] },
  { id: "B4", prepare: () => ensurePackages("wrk"), run: syncBeforeReply },
  {
    id: "B5",
    run: async (server) => [
      await stopGracefully(await startVisited(server)),
      await rollTwoInstances(server),
      ...(await killRoles(server)),
      ...(await withRunning(server, { links: 50, variables: { NODE_OPTIONS: THROW_ON_SIGNAL } }, (running) =>
        surviveUncaughtErrors(running),
      )),
    ],
  },
  { id: "B6", prepare: () => ensurePackages("wrk"), run: async (server) => [await recover(server)] },
  { id: "B7", run: fillDisks },
  {
    id: "B9",
    run: (server) =>
      withRunning(server, { links: 10 }, (running) => measureStaleness(running, PAUSES, PAUSES_WITHOUT_LISTEN)),
  },
  { id: "B11", run: async (server) => [await startTwoAtOnce(server), await migrateUnderLoad(server)] },
  {
    id: "B15",
    run: async (server) => [await resumeFaviconRefresh(server, 10_000, 3), await resumeQrFile(server, 3)],
  },
  { id: "A12", run: async (server) => [await readEveryCode(server, 2_000)] },
  { id: "B16", run: async () => [await killEmbeddedPostgres(3)] },
  { id: "B17", run: async (server) => [await withRunning(server, { links: ODD_LINKS }, answerOddRequests)] },
  { id: "B18", run: async (server) => [await cutClientsThatStall(server)] },
  {
    id: "B19",
    prepare: async () => installPrevious() ?? (await ensurePackages("haproxy")),
    run: (server, option) => upgradeFromPrevious(server, Number(option("clicks") ?? CLICKS_TO_UPGRADE)),
  },
  { id: "B20", prepare: () => ensurePackages(...PATRONI_PACKAGES), run: failOver },
  { id: "B20M", prepare: () => ensurePackages("haproxy"), run: loseMachine },
  {
    id: "B21",
    prepare: () => ensurePackages("postgresql-15"),
    run: (_server, option) => backUpAndRestore({ clicks: Number(option("clicks") ?? CLICKS_TO_BACK_UP) }),
  },
  { id: "QR", prepare: () => ensurePackages("zbar-tools"), run: async () => [await proveDesigns(500)] },
  { id: "B23", prepare: () => ensurePackages("postgresql-15"), run: surviveReplica },
  {
    id: "B22",
    run: (server) =>
      withRunning(server, { links: FLOOD_LINKS }, (running) =>
        withstandFlood(running, { healthyMs: 10_000, floodMs: 20_000, perSecond: 5_000, judgesSpeed: true }),
      ),
  },
  {
    id: "B24",
    prepare: () => ensurePackages("nginx-light"),
    run: async (server) => [...(await reloadUnderLoad(server)), ...(await refuseBrokenBuilds(server))],
  },
];
