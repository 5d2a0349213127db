"use client";

import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { DEVICE_CHOICES, type DeviceChoice } from "#server/contracts/launch/matrix.ts";
import type { LaunchDevices } from "#server/contracts/launch/plan.ts";
import { limitsOfTexts, RETRIES_RULE, TIME_LIMIT_FORM } from "#server/contracts/attempts/time-limit.ts";

interface LimitFieldsProps {
  limit: string;
  retries: string;
  onChange: (change: { limit?: string; retries?: string }) => void;
}

interface DeviceFieldProps {
  device: "" | DeviceChoice;
  devices: LaunchDevices | null;
  error?: string | null;
  onChange: (change: { device: "" | DeviceChoice }) => void;
}

/** Forces runs onto a GPU or the CPU; nothing where their recipes know no GPU. */
export function DeviceField({ device, devices, error, onChange }: DeviceFieldProps) {
  if (devices === null && device === "") return null;
  return (
    <div data-param="device">
      <SelectField
        label="Device"
        name="device"
        value={device}
        onChange={(next) => onChange({ device: DEVICE_CHOICES.find((one) => one === next) ?? "" })}
        options={[
          { value: "", label: "auto: a GPU where there is one" },
          { value: "gpu", label: "GPU: wait for one" },
          { value: "cpu", label: "CPU" },
        ]}
        why={devices?.message}
        error={error}
        width={300}
      />
    </div>
  );
}

/** What happens to the processes by itself: nothing, unless it is chosen here. */
export function LimitFields({ limit, retries, onChange }: LimitFieldsProps) {
  const isWrong = (texts: { time: string; retries: string }) => limitsOfTexts(texts) === null;
  return (
    <>
      <div data-param="limit">
        <TextField
          label="Time limit"
          value={limit}
          onChange={(next) => onChange({ limit: next })}
          placeholder="none"
          width={150}
          error={isWrong({ time: limit, retries: "" }) ? `A time limit is ${TIME_LIMIT_FORM}.` : null}
          why="An attempt that runs longer is ended by the signals of a stop."
        />
      </div>
      <div data-param="retries">
        <TextField
          label="Retries"
          value={retries}
          onChange={(next) => onChange({ retries: next })}
          placeholder="0"
          width={150}
          error={isWrong({ time: "", retries }) ? RETRIES_RULE : null}
          why="Automatic retries of a run that failed or crashed, from its last checkpoint."
        />
      </div>
    </>
  );
}
