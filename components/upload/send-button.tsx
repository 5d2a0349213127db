import { Button } from "#components/ui/controls/button.tsx";
import { Meter } from "#components/ui/marks/run-state.tsx";
import { writeOf } from "#server/wording/counts.ts";
import type { Upload } from "./use-upload.ts";

interface SendButtonProps {
  upload: Upload;
  /** What a press does: "Register or_debug_bench, 201 files". */
  label: string;
  /** What the server does with it once all parts are there: "Reading and proving every model". */
  reading: string;
  /** Why a press does nothing yet: "Choose a folder first". */
  blocked?: string;
}

/** The button that sends what was chosen, and how far that is. */
export function SendButton({ upload: { busy, parts }, label, reading, blocked }: SendButtonProps) {
  const sending = parts && parts.sent < parts.of;
  return (
    <div className="btn-row">
      <Button type="submit" kind="primary" blocked={busy ? reading : blocked}>
        {sending ? `Sending part ${writeOf(parts.sent + 1, parts.of)}` : busy ? reading : label}
      </Button>
      {parts ? (
        <Meter label={`Part ${writeOf(parts.sent, parts.of)} sent`} value={parts.sent} max={parts.of} live />
      ) : null}
    </div>
  );
}
