import { goOnWithBulkJob } from "@/bench/faults/bulk-jobs";
import { syncBeforeReply } from "@/bench/faults/durability";
import { killEmbeddedPostgres } from "@/bench/faults/embedded";
import { withstandFlood } from "@/bench/faults/flood";
import { fillDisks } from "@/bench/faults/full-disk";
import { measureStaleness, migrateUnderLoad, startTwoAtOnce } from "@/bench/faults/instances";
import {
  countNoneTwice,
  killRoles,
  loseNoClick,
  replayTwice,
  rollTwoInstances,
  stopGracefully,
} from "@/bench/faults/kills";
import { answerOddRequests } from "@/bench/faults/odd-requests";
import type { FaultRow } from "@/bench/faults/outcome";
import { recover, redirectWithoutDatabase } from "@/bench/faults/postgres";
import { cutClientsThatStall } from "@/bench/faults/slow-clients";
import { surviveUncaughtErrors } from "@/bench/faults/uncaught-errors";

const KILLS = 20;
const PAUSES = 100;
const PAUSES_UNHEARD = 20;

/** What `npm run test:faults` does, in this order. A new row is a function here. */
export const FAULT_ROWS: FaultRow[] = [
  { id: "B1", run: (server) => redirectWithoutDatabase(server) },
  { id: "B2", run: async (server) => [await loseNoClick(server, KILLS)] },
  { id: "B3", run: async (server) => [await countNoneTwice(server, KILLS), await replayTwice(server)] },
  { id: "B4", run: syncBeforeReply },
  {
    id: "B5",
    run: async (server) => [
      await stopGracefully(server),
      await rollTwoInstances(server),
      ...(await killRoles(server)),
      ...(await surviveUncaughtErrors(server)),
    ],
  },
  { id: "B6", run: async (server) => [await recover(server)] },
  { id: "B7", run: fillDisks },
  { id: "B9", run: (server) => measureStaleness(server, PAUSES, PAUSES_UNHEARD) },
  { id: "B11", run: async (server) => [await startTwoAtOnce(server), await migrateUnderLoad(server)] },
  { id: "B15", run: async (server) => [await goOnWithBulkJob(server, 10_000, 3)] },
  { id: "B16", run: async () => [await killEmbeddedPostgres(3)] },
  { id: "B17", run: async (server) => [await answerOddRequests(server)] },
  { id: "B18", run: async (server) => [await cutClientsThatStall(server)] },
  {
    id: "B22",
    run: (server) =>
      withstandFlood(server, { healthyMs: 10_000, floodMs: 20_000, perSecond: 5_000, judgesSpeed: true }),
  },
];
