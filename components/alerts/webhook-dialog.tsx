"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { CreatedWebhook } from "#server/contracts/alerts/webhook.ts";
import {
  ALERT_KINDS,
  ALERT_LIMITS,
  type AlertKind,
  BUILT_IN,
  FOLDS,
  type WebhookForm,
} from "#server/contracts/alerts/words.ts";

const nameOf = (kind: AlertKind): string => (kind === "rule" ? "Rules of your own" : BUILT_IN[kind].name);

/** Asks where to, in which form and of what. */
export function WebhookDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: CreatedWebhook) => void;
}) {
  const api = useApi();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [form, setForm] = useState<WebhookForm>("json");
  const [kinds, setKinds] = useState<readonly AlertKind[]>(ALERT_KINDS);
  const [fold, setFold] = useState<boolean | null>(null);
  const folds = fold ?? FOLDS[form];
  const create = useMutation(
    api.webhooks.create.mutationOptions({
      onSuccess(made) {
        onMade(made);
        onClose();
      },
    }),
  );
  const field = create.error?.data?.field ?? null;
  const errorOf = (asked: string) => (asked === field ? (create.error?.message ?? null) : null);
  const make = () => create.mutate({ name, url, form, kinds: [...kinds], fold: folds });
  return (
    <Dialog
      open
      onClose={onClose}
      title="New webhook"
      text="Addresses of private networks and of this machine are refused, unless the server was started with them: npx ablab start --allow-webhook HOST:PORT."
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            blocked={create.isPending ? "Making it" : undefined}
            onClick={create.isPending ? undefined : make}
          >
            Create webhook
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        width={300}
        maxLength={80}
        error={errorOf("name")}
      />
      <TextField
        label="Address"
        value={url}
        onChange={setUrl}
        inputMode="url"
        placeholder="https://"
        maxLength={ALERT_LIMITS.url}
        error={errorOf("url")}
      />
      <SelectField
        label="Form"
        value={form}
        onChange={(next) => setForm(next as WebhookForm)}
        options={[
          { value: "json", label: "JSON" },
          { value: "slack", label: "Slack" },
        ]}
        width={150}
      />
      <Checkbox checked={folds} onChange={setFold}>
        One message for several runs of an experiment
      </Checkbox>
      <fieldset className="alert-kinds">
        <legend>Events</legend>
        {ALERT_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onChange={(on) =>
              setKinds(ALERT_KINDS.filter((one) => (one === kind ? on : kinds.includes(one))))
            }
          >
            {nameOf(kind)}
          </Checkbox>
        ))}
      </fieldset>
      {errorOf("kinds") ? <p className="crit">{errorOf("kinds")}</p> : null}
      {create.error && (field === null || !["name", "url", "kinds"].includes(field)) ? (
        <p className="crit" role="alert">
          {create.error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
