import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/components/data/toast-error";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { type DesignDraft, findDesignProblems, isSameDesign, toDesign } from "@/components/qr-designer/design-draft";
import { designPreviewQuery, designProofQuery } from "@/components/qr-designer/design-queries";
import type { QrProof } from "@/lib/qr/types";

/** What is known about whether codes of a design scan. */
export type Verdict =
  | { state: "checking" }
  | { state: "scans"; minSizeMm: number }
  /** `logoPercent` is the size of the largest logo that scans. */
  | { state: "refused"; reason: string; logoPercent: number | null }
  | { state: "unknown"; reason: string };

/** The image of a design and the proof that it scans, once typing pauses. */
export function useDesignCheck(draft: DesignDraft, urlId?: string) {
  const problems = findDesignProblems(draft);
  const settled = useDebouncedValue(draft);
  const design = toDesign(settled);
  const preview = useQuery(designPreviewQuery(design, urlId));
  const proof = useQuery(designProofQuery(design));
  const isSettled = design !== null && isSameDesign(settled, draft);
  return {
    /** Data URL; undefined until the first one has loaded. */
    preview: preview.data,
    previewProblem: preview.isError ? errorText(preview.error, "The preview could not be loaded.") : undefined,
    problems,
    verdict: toVerdict(firstOf(problems), isSettled, proof),
    retry: () => {
      void preview.refetch();
      void proof.refetch();
    },
    /** The design that the verdict is about, if it is the one currently typed. */
    design: isSettled ? design : null,
  };
}

type ProofQuery = { data: QrProof | undefined; error: unknown; isError: boolean; isFetching: boolean };

function toVerdict(problem: string | undefined, isSettled: boolean, proof: ProofQuery): Verdict {
  if (problem !== undefined) return { state: "refused", reason: problem, logoPercent: null };
  if (!isSettled || proof.isFetching) return { state: "checking" };
  if (proof.isError) return { state: "unknown", reason: errorText(proof.error, "The design could not be checked.") };
  if (!proof.data) return { state: "checking" };
  if (proof.data.ok) return { state: "scans", minSizeMm: proof.data.minSizeMm };
  return { state: "refused", reason: proof.data.reason, logoPercent: proof.data.percent ?? null };
}

function firstOf(problems: Partial<Record<string, string>>): string | undefined {
  return Object.values(problems)[0];
}
