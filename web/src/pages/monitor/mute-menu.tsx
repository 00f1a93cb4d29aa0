import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useRef, useState } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';
import { useWaitingAction, WaitingButton } from '../../offline/action-button.tsx';
import { words as offline } from '../../offline/words.ts';
import { formatTime } from '../../time/format-time.ts';
import { readLocalInput, writeLocalInput } from '../../time/local-time.ts';
import { muteTimes } from '../../time/mute-times.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../ui/menu/menu-entry.ts';
import { useEdit } from './use-edit.ts';
import { words } from './words.ts';

export function MuteMenu({ monitor, isMuted }: { readonly monitor: MonitorRow; readonly isMuted: boolean }) {
  const [isChoosing, setChoosing] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { actionKey, change, isBusy } = useEdit(monitor);
  const waiting = useWaitingAction(actionKey);
  useShortcuts({ mute: () => trigger.current?.click() });
  const before = { mutedUntil: isMuted ? monitor.mutedUntil : null };

  function mute(until: number): void {
    change({
      edit: { mutedUntil: new Date(until).toISOString() },
      done: words.mutedFor(formatTime(until, ownZone(), Date.now())),
      undo: before,
      waitsAs: offline.actions.mute(monitor.name),
    });
  }

  const unmute: readonly MenuEntry[] = isMuted
    ? [
        {
          kind: 'heading',
          label: words.muted(formatTime(Date.parse(monitor.mutedUntil ?? ''), ownZone(), Date.now())),
        },
        {
          kind: 'action',
          label: words.unmute,
          icon: 'channels',
          onSelect: () =>
            change({
              edit: { mutedUntil: null },
              done: words.unmuted,
              undo: before,
              waitsAs: offline.actions.unmute(monitor.name),
            }),
        },
        { kind: 'line' },
      ]
    : [];
  if (waiting !== undefined) return <WaitingButton waiting={waiting} />;
  return (
    <>
      <Menu
        trigger={
          <Button ref={trigger} busy={isBusy} className={isMuted ? 'text-failing!' : undefined}>
            {isBusy ? null : <Icon name="mute" />}
            {isMuted ? words.isMuted : words.mute}
            <Icon name="chevron-down" className="size-3" />
          </Button>
        }
        entries={[
          ...unmute,
          ...muteTimes(Date.now(), ownZone()).map(
            ({ name, until }): MenuEntry => ({
              kind: 'action',
              label: words.muteUntil[name],
              onSelect: () => mute(until),
            }),
          ),
          { kind: 'action', label: words.muteChosen, onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing ? <ChooseTime onClose={() => setChoosing(false)} onChoose={mute} /> : null}
    </>
  );
}

function ChooseTime({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void;
  readonly onChoose: (until: number) => void;
}) {
  const zone = ownZone();
  const [text, setText] = useState(() => writeLocalInput(Date.now() + DAY_MS, zone));
  const [isWrong, setWrong] = useState(false);

  function submit(): void {
    const until = readLocalInput(text, zone);
    if (until === null || until <= Date.now()) {
      setWrong(true);
      return;
    }
    onChoose(until);
    onClose();
  }

  return (
    <FormDialog
      worksOffline
      onClose={onClose}
      title={words.muteTitle}
      description={words.muteHint}
      action={words.mute}
      onSubmit={submit}
    >
      <Field label={words.muteField(zone)} problem={isWrong ? words.mutePast : undefined}>
        <TextInput type="datetime-local" value={text} onValueChange={(value: string) => setText(value)} />
      </Field>
    </FormDialog>
  );
}
