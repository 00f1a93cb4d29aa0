import { AFTER_SECONDS_MIN, STEPS_MAX } from '@overdue/domain/alerting/escalation-policy.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { EscalationInput, EscalationPolicy } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { onCallSchedulesQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { type Problems, problemsOf } from '../../data/problems.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './escalation-words.ts';

const FIRST_STEP = '10 min';
const { form: text } = words;

interface StepDraft {
  readonly id: number;
  readonly after: string;
  /** Channels and on-call schedules, as values of the picker. */
  readonly targets: readonly string[];
}

/** Prefix that distinguishes on-call schedules from channels in one list. */
const ON_CALL = 'on-call ';

function onCallTarget(shortID: string): string {
  return `${ON_CALL}${shortID}`;
}

function readTargets(targets: readonly string[]) {
  const isOnCall = (target: string) => target.startsWith(ON_CALL);
  return {
    channels: targets.filter((target) => !isOnCall(target)),
    onCall: targets.filter(isOnCall).map((target) => target.slice(ON_CALL.length)),
  };
}

interface PolicyDialogProps {
  readonly policy: EscalationPolicy | null;
  readonly onClose: () => void;
}

export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const [name, setName] = useState(policy?.name ?? '');
  const [steps, setSteps] = useState<readonly StepDraft[]>(() =>
    policy === null
      ? [{ id: 0, after: FIRST_STEP, targets: [] }]
      : policy.steps.map(({ after, channels, onCall }, id) => ({
          id,
          after: formatSecondsExact(after),
          targets: [...channels, ...onCall.map(onCallTarget)],
        })),
  );
  const [loaded] = useState(policy);
  const [isSent, setSent] = useState(false);
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (input: EscalationInput) =>
      loaded === null
        ? api.escalations.create(input)
        : saveMerged({
            base: loaded,
            edit: input,
            send: (edit, options) => api.escalations.update(loaded.shortID, edit, options),
          }),
    onSuccess: () => {
      toast({ title: text.saved });
      onClose();
      return cache.invalidateQueries({ queryKey: escalationsQuery.queryKey });
    },
  });
  const refused = problemsOf(save.error, ['name', 'steps.*.after', 'steps.*.channels', 'steps.*.onCall']);
  function submit(): void {
    setSent(true);
    if (steps.some((_, index) => problemOf(steps, index) !== null)) return;
    const written = steps.map(({ after, targets }) => ({
      after: parseSeconds(after) ?? 0,
      ...readTargets(targets),
    }));
    save.mutate({ name: name.trim(), steps: written });
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={policy === null ? text.new : text.change}
      description={words.intro}
      action={text.save}
      ready={name.trim() !== ''}
      busy={save.isPending}
      problem={refused.general}
      onSubmit={submit}
    >
      {policy === null ? null : <ManagedNotice id={policy.shortID} />}
      <Field label={text.name} problem={refused.of('name')}>
        <TextInput value={name} maxLength={NAME_LENGTH_MAX} onValueChange={setName} />
      </Field>
      <Steps steps={steps} setSteps={setSteps} isSent={isSent} refused={refused} />
    </FormDialog>
  );
}

interface StepsProps {
  readonly steps: readonly StepDraft[];
  readonly setSteps: (steps: readonly StepDraft[]) => void;
  readonly isSent: boolean;
  readonly refused: Problems;
}

function Steps({ steps, setSteps, isSent, refused }: StepsProps) {
  const change = (id: number, part: Partial<StepDraft>) =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...part } : step)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 font-medium">{text.steps}</legend>
      {steps.map((step, index) => (
        <Step
          key={step.id}
          step={step}
          problem={isSent ? (problemOf(steps, index) ?? refusalOf(refused, index)) : null}
          onChange={(part) => change(step.id, part)}
          onRemove={steps.length > 1 ? () => setSteps(steps.filter(({ id }) => id !== step.id)) : null}
          number={index + 1}
        />
      ))}
      {steps.length < STEPS_MAX ? (
        <Button
          className="self-start"
          onClick={() =>
            setSteps([...steps, { id: Math.max(...steps.map(({ id }) => id)) + 1, after: '', targets: [] }])
          }
        >
          <Icon name="plus" />
          {text.addStep}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface StepProblem {
  readonly after?: string | undefined;
  readonly targets?: string | undefined;
}

/** Returns what the service refused about a step. */
function refusalOf(refused: Problems, index: number): StepProblem {
  return {
    after: refused.of(`steps.${index}.after`),
    targets: refused.of(`steps.${index}.channels`) ?? refused.of(`steps.${index}.onCall`),
  };
}

function problemOf(steps: readonly StepDraft[], index: number): StepProblem | null {
  const step = steps[index];
  const after = parseSeconds(step?.after ?? '');
  const before = parseSeconds(steps[index - 1]?.after ?? '');
  if (after === null) return { after: text.noLength };
  if (after < AFTER_SECONDS_MIN) return { after: text.tooEarly };
  if (before !== null && after <= before) return { after: text.order };
  return step?.targets.length === 0 ? { targets: text.noChannel } : null;
}

interface StepProps {
  readonly step: StepDraft;
  /** Position of the step, counted from 1. */
  readonly number: number;
  readonly problem: StepProblem | null;
  readonly onChange: (part: Partial<StepDraft>) => void;
  /** Removes the step; null if it is the only step. */
  readonly onRemove: (() => void) | null;
}

function Step({ step, number, problem, onChange, onRemove }: StepProps) {
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: schedules = [] } = useQuery(onCallSchedulesQuery);
  return (
    <div className="grid grid-cols-[120px_1fr_32px] items-start gap-3 max-md:grid-cols-1">
      <Field label={text.after} hint={number === 1 ? text.afterHint : undefined} problem={problem?.after}>
        <DurationInput value={step.after} onChange={(after) => onChange({ after })} />
      </Field>
      <Field label={text.channels} problem={problem?.targets}>
        <MultiPick
          value={step.targets}
          options={[
            ...channels.map(({ shortID, name }) => ({ value: shortID, label: name })),
            ...schedules.map(({ shortID, name }) => ({
              value: onCallTarget(shortID),
              label: text.onCall(name),
            })),
          ]}
          onChange={(next) => onChange({ targets: next })}
        />
      </Field>
      {onRemove === null ? null : (
        <IconButton label={text.removeStep(number)} onClick={onRemove} className="mt-6 max-md:mt-0">
          <Icon name="close" />
        </IconButton>
      )}
    </div>
  );
}
