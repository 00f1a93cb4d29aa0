import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { BulkAction, MonitorRow } from '@overdue/sdk';
import { useState } from 'react';
import { ManagedMonitorsNotice } from '../../../managed/managed-notice.tsx';
import { formatTime } from '../../../time/format-time.ts';
import { readLocalInput, writeLocalInput } from '../../../time/local-time.ts';
import { muteTimes } from '../../../time/mute-times.ts';
import { ownZone } from '../../../time/zone.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { MultiPick } from '../../../ui/form/multi-pick.tsx';
import { words } from '../words.ts';
import type { Undoable } from './undo-steps.ts';
import { nameThem } from './use-bulk.ts';

interface BulkDialogProps {
  readonly monitors: readonly MonitorRow[];
  readonly onClose: () => void;
  readonly onAction: (action: Undoable) => void;
}

export function MuteDialog({ monitors, onClose, onAction }: BulkDialogProps) {
  const [now] = useState(Date.now);
  const zone = ownZone();
  const [text, setText] = useState(() => writeLocalInput(now + DAY_MS, zone));
  const until = readLocalInput(text, zone);
  const isMuted = monitors.some(({ mutedUntil }) => mutedUntil !== null && Date.parse(mutedUntil) > now);
  function mute(time: number | null): void {
    onAction({ type: 'mute', until: time === null ? null : new Date(time).toISOString() });
    onClose();
  }
  return (
    <FormDialog
      worksOffline
      title={words.mute.title(nameThem(monitors))}
      description={words.mute.hint}
      action={words.mute.set}
      ready={until !== null && until > now}
      onSubmit={() => until !== null && mute(until)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1">
        {muteTimes(now, zone).map((time) => (
          <Button key={time.name} className="justify-between!" onClick={() => mute(time.until)}>
            {words.mute.times[time.name]}
            <span className="numeric font-normal text-soft">{formatTime(time.until, zone, now)}</span>
          </Button>
        ))}
        {isMuted ? (
          <Button className="justify-start!" onClick={() => mute(null)}>
            {words.mute.unmute}
          </Button>
        ) : null}
      </div>
      <Field
        label={words.mute.other(zone)}
        problem={until !== null && until <= now ? words.mute.past : undefined}
      >
        <TextInput type="datetime-local" value={text} onValueChange={(value: string) => setText(value)} />
      </Field>
    </FormDialog>
  );
}

export function TagDialog({
  monitors,
  known,
  onClose,
  onAction,
}: BulkDialogProps & { readonly known: readonly string[] }) {
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const present = [...new Set(monitors.flatMap(({ tags }) => tags))].sort();
  return (
    <FormDialog
      title={words.tagging.title(nameThem(monitors))}
      action={words.tagging.apply}
      ready={add.length > 0 || remove.length > 0}
      onSubmit={() => {
        const action: BulkAction = { type: 'tag', add, remove };
        onAction(action);
        onClose();
      }}
      onClose={onClose}
    >
      <ManagedMonitorsNotice monitors={monitors} />
      <Field label={words.tagging.add} hint={words.tagging.hint}>
        <MultiPick
          free
          value={add}
          onChange={setAdd}
          options={known.map((tag) => ({ value: tag, label: tag }))}
        />
      </Field>
      {present.length === 0 ? null : (
        <Field label={words.tagging.remove}>
          <MultiPick
            value={remove}
            onChange={setRemove}
            options={present.filter((tag) => !add.includes(tag)).map((tag) => ({ value: tag, label: tag }))}
          />
        </Field>
      )}
    </FormDialog>
  );
}
