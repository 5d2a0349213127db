import type { Ref } from "react";
import type { FieldControl } from "#components/ui/controls/field.tsx";

interface FileInputProps {
  /** What its field says of it. */
  control: FieldControl;
  ref?: Ref<HTMLInputElement>;
  /** A folder is chosen, with all that is in it. */
  folder?: boolean;
  onChoose: (files: FileList | null) => void;
}

/** Files, or a folder, that a person chooses to send. */
export function FileInput({ control, ref, folder, onChoose }: FileInputProps) {
  return (
    <input
      id={control.id}
      aria-describedby={control.describedBy}
      aria-invalid={control.invalid || undefined}
      ref={ref}
      className="file-input"
      type="file"
      multiple
      // The attribute that lets a person choose a folder is not in React's types.
      {...(folder && { webkitdirectory: "" })}
      onChange={(event) => onChoose(event.target.files)}
    />
  );
}
