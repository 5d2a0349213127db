import { Chip } from "#components/ui/controls/chip.tsx";

interface SharedXChipProps {
  sharedX: "last" | null;
  onSharedX: (next: "last" | null) => void;
}

/** Of several values at an x the last one is drawn; else their mean, with their spread. */
export const SharedXChip = ({ sharedX, onSharedX }: SharedXChipProps) => (
  <Chip on={sharedX !== null} onPress={() => onSharedX(sharedX ? null : "last")}>
    last value at each x
  </Chip>
);
