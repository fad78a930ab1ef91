import { measureAnalytics } from "@/bench/speed/analytics";
import { measureBrowser } from "@/bench/speed/browser";
import { measureBulkQr } from "@/bench/speed/bulk-qr";
import { measureBusy } from "@/bench/speed/busy";
import { measureCreating, measureLists } from "@/bench/speed/calls";
import { measureCost } from "@/bench/speed/cost";
import { measureDrain } from "@/bench/speed/drain";
import { measureLighthouse } from "@/bench/speed/lighthouse";
import { measureFiltered, measureStorage } from "@/bench/speed/link-statistics";
import type { Row } from "@/bench/speed/measurement";
import { measureMemory } from "@/bench/speed/memory";
import { measureQrFiles } from "@/bench/speed/qr-files";
import { measureRedirects } from "@/bench/speed/redirects";
import { measureStarts } from "@/bench/speed/starts";
import { measureSustained } from "@/bench/speed/sustained";

/** The rows of `npm run bench`, longest last. To add one, add a function here. */
export const ROWS: Row[] = [
  { ids: ["A1", "A2", "A3", "A4"], needsWrk: true, measure: measureRedirects },
  { ids: ["A3"], needsWrk: true, measure: measureBusy },
  { ids: ["A12"], needsWrk: true, measure: measureBulkQr },
  { ids: ["A12"], needsWrk: true, measure: measureQrFiles },
  { ids: ["A11"], measure: measureBrowser },
  { ids: ["A6"], measure: measureAnalytics },
  { ids: ["A13"], measure: measureStorage },
  { ids: ["A17"], measure: measureFiltered },
  { ids: ["A7"], measure: measureLists },
  { ids: ["A8"], needsWrk: true, measure: measureCreating },
  { ids: ["A9"], measure: measureStarts },
  { ids: ["A10"], measure: measureMemory },
  { ids: ["A5"], needsWrk: true, measure: measureDrain },
  { ids: ["A18"], needsWrk: true, measure: measureCost },
  { ids: ["A5"], needsWrk: true, measure: measureSustained },
  { ids: ["A11"], measure: measureLighthouse },
];
