import { useQuery } from "@tanstack/react-query";
import { placementsQuery } from "@/components/placements/placement-queries";
import { SelectField } from "@/components/ui/form/select-field";

/** The value of "None"; names have at least two characters. */
const NONE = "-";

type PlacementFieldProps = {
  urlId: string;
  /** Name of the placement; empty for none. */
  value: string;
  onValue: (value: string) => void;
};

/** Selects which of the link's codes to show, if it has placements. */
export function PlacementField({ urlId, value, onValue }: PlacementFieldProps) {
  const placements = useQuery(placementsQuery(urlId)).data ?? [];
  if (placements.length === 0) return null;
  const options = placements.map(({ name }) => ({ value: name, label: name }));
  return (
    <SelectField
      label="Placement"
      value={value || NONE}
      onValueChange={(chosen) => onValue(chosen === NONE ? "" : chosen)}
      options={[{ value: NONE, label: "None" }, ...options]}
    />
  );
}
