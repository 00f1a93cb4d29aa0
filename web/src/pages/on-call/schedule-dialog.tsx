import { ROTATIONS_MAX } from '@overdue/domain/on-call/schedule.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { OnCallSchedule, OnCallScheduleInput } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ON_CALL_KEY, onCallContactsQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { type Problems, problemsOf } from '../../data/problems.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { writeLocalInput } from '../../time/local-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { nameOf } from './override-dialog.tsx';
import {
  draftsOf,
  inputOf,
  newRotation,
  problemsIn,
  type RotationDraft,
  type RotationProblems,
} from './rotation-draft.ts';
import { RotationFields } from './rotation-fields.tsx';
import { words } from './words.ts';

const { form: text } = words;

interface ScheduleDialogProps {
  readonly schedule: OnCallSchedule | null;
  readonly onClose: () => void;
}

export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const [loaded] = useState(schedule);
  const [name, setName] = useState(schedule?.name ?? '');
  const [timezone, setZone] = useState(schedule?.timezone ?? ownZone());
  const today = () => writeLocalInput(Date.now(), timezone).slice(0, 10);
  const [rotations, setRotations] = useState<readonly RotationDraft[]>(() =>
    schedule === null ? [newRotation(0, today())] : draftsOf(schedule),
  );
  const [isSent, setSent] = useState(false);
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const { save, refused } = useSave(loaded, onClose);
  const people = contacts.map((contact) => ({ value: contact.memberID, label: nameOf(contact) }));
  const problems = rotations.map(problemsIn);
  function submit(): void {
    setSent(true);
    if (problems.some((found) => Object.keys(found).length > 0)) return;
    save.mutate({ name: name.trim(), timezone, rotations: rotations.map(inputOf) });
  }
  const change = (id: number, part: Partial<RotationDraft>) =>
    setRotations(rotations.map((rotation) => (rotation.id === id ? { ...rotation, ...part } : rotation)));
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={schedule === null ? text.new : text.change}
      description={text.rotationsHint}
      action={text.save}
      ready={name.trim() !== ''}
      busy={save.isPending}
      problem={refused.general}
      onSubmit={submit}
    >
      {schedule === null ? null : <ManagedNotice id={schedule.shortID} />}
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={text.name} hint={text.nameHint} problem={refused.of('name')}>
          <TextInput value={name} maxLength={NAME_LENGTH_MAX} onValueChange={setName} />
        </Field>
        <Field label={text.zone} problem={refused.of('timezone')}>
          <ZonePicker value={timezone} onChange={setZone} />
        </Field>
      </div>
      {rotations.map((rotation, index) => (
        <RotationFields
          key={rotation.id}
          number={index + 1}
          draft={rotation}
          people={people}
          problems={isSent ? { ...refusalsOf(refused, index), ...problems[index] } : {}}
          onChange={(part) => change(rotation.id, part)}
          onRemove={
            rotations.length > 1 ? () => setRotations(rotations.filter(({ id }) => id !== rotation.id)) : null
          }
        />
      ))}
      {rotations.length < ROTATIONS_MAX ? (
        <Button
          className="self-start"
          onClick={() =>
            setRotations([...rotations, newRotation(Math.max(...rotations.map(({ id }) => id)) + 1, today())])
          }
        >
          <Icon name="plus" />
          {text.addRotation}
        </Button>
      ) : null}
    </FormDialog>
  );
}

/** Fields of a rotation that show their own errors. */
const ROTATION_FIELDS = ['members', 'startsOn', 'handoverAt', 'shiftDays', 'hours'] as const;

/** Returns what the service refused about a rotation. */
function refusalsOf(refused: Problems, index: number): RotationProblems {
  const of = (field: (typeof ROTATION_FIELDS)[number]) => refused.of(`rotations.${index}.${field}`);
  const found = {
    members: of('members'),
    startsOn: of('startsOn'),
    handoverAt: of('handoverAt'),
    shiftDays: of('shiftDays'),
    weekdays: of('hours'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}

function useSave(loaded: OnCallSchedule | null, onClose: () => void) {
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (input: OnCallScheduleInput) =>
      loaded === null
        ? api.onCall.create(input)
        : saveMerged({
            base: loaded,
            edit: input,
            send: (edit, options) => api.onCall.update(loaded.shortID, edit, options),
          }),
    onSuccess: () => {
      toast({ title: words.saved });
      onClose();
      return cache.invalidateQueries({ queryKey: ON_CALL_KEY });
    },
  });
  return {
    save,
    refused: problemsOf(save.error, [
      'name',
      'timezone',
      ...ROTATION_FIELDS.map((field) => `rotations.*.${field}`),
    ]),
  };
}
