import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { scheduleDeletion } from '../../data/monitors/deletions.ts';
import { applyToMonitorList } from '../../data/monitors/monitors.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { words as deletion } from '../../monitor/deletion-words.ts';
import { MoveDialog } from '../../monitor/move-dialog.tsx';
import { PauseConfirmation } from '../../monitor/pause-confirmation.tsx';
import { ActionButton } from '../../offline/action-button.tsx';
import { useAction } from '../../offline/use-action.ts';
import { words as offline } from '../../offline/words.ts';
import { useAtEachSecond } from '../../time/ticker.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useOffline } from '../../ui/window/offline.tsx';
import { MuteMenu } from './mute-menu.tsx';
import { useEdit } from './use-edit.ts';
import { words } from './words.ts';

export function MonitorActions({ monitor }: { readonly monitor: MonitorRow }) {
  const mayChange = useHasRole('member');
  const isMuted = useAtEachSecond(
    (now) => monitor.mutedUntil !== null && Date.parse(monitor.mutedUntil) > now,
  );
  return (
    <>
      {mayChange ? (
        <>
          <PauseButton monitor={monitor} />
          <MuteMenu monitor={monitor} isMuted={isMuted} />
          <Link to="/monitors/$shortID/edit" params={{ shortID: monitor.shortID }} className={buttonClass()}>
            <Icon name="edit" />
            {words.edit}
          </Link>
        </>
      ) : null}
      <MoreMenu monitor={monitor} mayChange={mayChange} />
    </>
  );
}

function PauseButton({ monitor }: { readonly monitor: MonitorRow }) {
  const { actionKey, endsIncident, change, isBusy } = usePause(monitor);
  const [isAsking, setAsking] = useState(false);
  const toggle = () => (endsIncident ? setAsking(true) : change(!monitor.paused));
  useShortcuts({ pause: isBusy ? undefined : toggle });
  return (
    <>
      <ActionButton actionKey={actionKey} busy={isBusy} onClick={toggle}>
        {isBusy ? null : <Icon name={monitor.paused ? 'play' : 'pause'} />}
        {monitor.paused ? words.resume : words.pause}
      </ActionButton>
      {isAsking ? (
        <PauseConfirmation
          name={monitor.name}
          incidents={1}
          onConfirm={() => change(true)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function MoreMenu({ monitor, mayChange }: { readonly monitor: MonitorRow; readonly mayChange: boolean }) {
  const [isMoving, setMoving] = useState(false);
  const isOffline = useOffline();
  const navigate = useNavigate();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  // Asks for confirmation if the deletion would end an open incident.
  const askOrRemove = () => (monitor.incident === null ? remove() : setAsking(true));

  useShortcuts({
    edit: mayChange
      ? () => void navigate({ to: '/monitors/$shortID/edit', params: { shortID: monitor.shortID } })
      : undefined,
    delete: mayChange && !isOffline ? askOrRemove : undefined,
  });

  async function copyURL(): Promise<void> {
    try {
      await navigator.clipboard.writeText(monitor.pingURL);
      toast({ title: words.copiedURL });
    } catch {
      // The clipboard is available only on secure origins.
      toast({ title: words.copyFailed, kind: 'problem' });
    }
  }

  function remove(): void {
    const undoDeletion = scheduleDeletion([monitor.shortID], (message) =>
      toast({ title: words.failed, detail: message, kind: 'problem' }),
    );
    void navigate({ to: '/monitors' });
    toast({
      title: words.deleted(monitor.name),
      detail: isChecked(monitor) ? words.deletedCheckHint : words.deletedHint,
      undo: () => {
        if (undoDeletion()) void navigate({ to: '/monitors/$shortID', params: { shortID: monitor.shortID } });
      },
    });
  }

  const hasPingURL = monitor.pingURL !== '' && !isChecked(monitor);
  // Viewers have no actions here.
  if (!hasPingURL && !mayChange) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton variant="plain" label={words.more}>
            <Icon name="more" />
          </IconButton>
        }
        entries={[
          ...(hasPingURL
            ? ([
                { kind: 'action', label: words.copyURL, icon: 'copy', onSelect: () => void copyURL() },
              ] as const)
            : []),
          ...(mayChange
            ? ([
                // The form holds only a part of the settings of a check, and no secrets.
                ...(isChecked(monitor)
                  ? []
                  : ([
                      {
                        kind: 'action',
                        label: words.duplicate,
                        icon: 'plus',
                        onSelect: () =>
                          void navigate({ to: '/monitors/new', search: { copy: monitor.shortID } }),
                      },
                    ] as const)),
                {
                  kind: 'action',
                  label: words.move,
                  icon: 'projects',
                  needsService: true,
                  onSelect: () => setMoving(true),
                },
                { kind: 'line' },
                {
                  kind: 'action',
                  label: words.delete,
                  icon: 'trash',
                  danger: true,
                  needsService: true,
                  onSelect: askOrRemove,
                },
              ] as const)
            : []),
        ]}
      />
      {isMoving ? <MoveMonitor monitor={monitor} onClose={() => setMoving(false)} /> : null}
      {isAsking ? (
        <Confirm
          open
          title={deletion.title(monitor.name)}
          action={deletion.action}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {deletion.text}
        </Confirm>
      ) : null}
    </>
  );
}

interface PauseChange {
  readonly isPaused: boolean;
  readonly canUndo: boolean;
}

/**
 * Pauses or resumes a monitor. Offers to undo a pause that ended no incident. `isBusy` is true until the page shows the result.
 */
function usePause({
  shortID,
  kind,
  name,
  paused,
  incident,
}: Pick<MonitorRow, 'shortID' | 'kind' | 'name' | 'paused' | 'incident'>) {
  const toast = useToast();
  const actionKey = `pause ${shortID}`;
  const endsIncident = !paused && incident !== null;
  const { mutate, isPending, variables } = useAction(
    ({ isPaused }: PauseChange) => ({
      key: actionKey,
      label: offline.actions[isPaused ? 'pause' : 'resume'](name),
      send: () => (isPaused ? api.monitors.pause(shortID) : api.monitors.resume(shortID)),
    }),
    {
      // Sends requests one after another, so that the last request takes effect.
      scope: { id: actionKey },
      onSuccess(monitor, { isPaused, canUndo }) {
        applyToMonitorList([monitor]);
        const undo = canUndo ? { undo: () => change(false) } : {};
        toast({
          about: actionKey,
          ...(isPaused
            ? { title: isChecked({ kind }) ? words.pausedCheck : words.paused, ...undo }
            : { title: words.resumed }),
        });
      },
      onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
    },
  );
  function change(isPaused: boolean): void {
    mutate({ isPaused, canUndo: !endsIncident });
  }
  return { actionKey, endsIncident, change, isBusy: isPending && variables.isPaused !== paused };
}

function MoveMonitor({ monitor, onClose }: { readonly monitor: MonitorRow; readonly onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { change } = useEdit(monitor);
  return (
    <MoveDialog
      title={words.moveTitle}
      description={words.moveHint}
      projects={projects}
      current={monitor.projectShortID}
      onMove={({ shortID, name }) =>
        change({
          edit: { projectShortID: shortID },
          done: words.moved(name),
          undo: { projectShortID: monitor.projectShortID },
        })
      }
      onClose={onClose}
    />
  );
}
