import { HOUR_MS } from '@overdue/domain/time-units.ts';
import type { BulkAction, MonitorRow } from '@overdue/sdk';
import { api } from '../../data/client.ts';
import { type BulkOutcome, changeMonitors } from '../../data/monitors/bulk.ts';
import { performOrWait } from '../../offline/offline.ts';
import { wasCancelled } from '../../offline/use-action.ts';
import { words as offline } from '../../offline/words.ts';
import { messageOf } from '../../ui/error-message.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { ToastMessage } from '../../ui/toasts.tsx';
import { appliesTo, readCommand, readVerbs, type Verb } from './command-text.ts';
import type { GoTo, PaletteItem } from './palette-items.ts';
import { beginsWords, bestOf } from './palette-rank.ts';
import { words } from './words.ts';

const ICONS: Readonly<Record<Verb, IconName>> = {
  open: 'monitors',
  edit: 'edit',
  acknowledge: 'check',
  pause: 'pause',
  resume: 'play',
  mute: 'mute',
  unmute: 'channels',
};
const SHOWN = 6;
const CANCELLED = Symbol('cancelled');

export interface CommandContext {
  readonly goTo: GoTo;
  readonly tell: (message: ToastMessage) => void;
  readonly mayChange: boolean;
  readonly now: number;
}

/** Returns an item for each action and monitor that a text like "pause pg" may refer to, best matches first. */
export function monitorCommands(
  text: string,
  monitors: readonly MonitorRow[],
  shell: CommandContext,
): readonly PaletteItem[] {
  const command = readCommand(text);
  if (command === null) return [];
  const { verbs, name } = command;
  return verbs
    .filter((verb) => shell.mayChange || verb === 'open')
    .flatMap((verb) => {
      const candidates = monitors
        .filter((monitor) => appliesTo(verb, monitor, shell.now))
        .map((monitor) => ({ label: monitor.name, otherTerms: monitor.tags.join(' '), monitor }))
        .filter((candidate) => beginsWords(candidate, name));
      return bestOf(candidates, name, SHOWN).map(({ monitor }) => itemOf(verb, monitor, shell));
    })
    .slice(0, SHOWN);
}

/**
 * Returns items for a text like "pause", which names no monitor. The first item only completes the verb, because Enter selects
 * the first item. Once the verb is complete, items for single monitors follow.
 */
export function verbItems(
  text: string,
  monitors: readonly MonitorRow[],
  shell: CommandContext,
): readonly PaletteItem[] {
  return readVerbs(text)
    .filter((verb) => shell.mayChange || verb === 'open')
    .flatMap((verb) => {
      const fitting = monitors.filter((monitor) => appliesTo(verb, monitor, shell.now));
      if (fitting.length === 0) return [];
      const completed = `${verb} `;
      const completion: PaletteItem = {
        key: verb,
        group: 'actions',
        label: words.verb[verb],
        icon: ICONS[verb],
        detail: words.verbDetail,
        completed,
        run: () => {},
      };
      const commands = text === completed ? fitting.slice(0, SHOWN) : [];
      return [completion, ...commands.map((monitor) => itemOf(verb, monitor, shell))];
    });
}

function itemOf(verb: Verb, monitor: MonitorRow, shell: CommandContext): PaletteItem {
  return {
    key: `${verb} ${monitor.shortID}`,
    group: 'actions',
    label: words.command[verb](monitor.name),
    icon: ICONS[verb],
    detail: monitor.tags.join(', '),
    run: () => run(verb, monitor, shell),
  };
}

function run(verb: Verb, monitor: MonitorRow, shell: CommandContext): void {
  const { shortID, mutedUntil } = monitor;
  const isMutedFor = { type: 'mute', until: new Date(shell.now + HOUR_MS).toISOString() } as const;
  const unmuted = { type: 'mute', until: null } as const;
  switch (verb) {
    case 'open':
      shell.goTo(`/monitors/${shortID}`);
      break;
    case 'edit':
      shell.goTo(`/monitors/${shortID}/edit`);
      break;
    case 'acknowledge':
      void acknowledge(monitor, shell);
      break;
    case 'pause':
      void change(monitor, shell, { verb, action: { type: 'pause' }, undoing: { type: 'resume' } });
      break;
    case 'resume':
      void change(monitor, shell, { verb, action: { type: 'resume' } });
      break;
    case 'mute':
      void change(monitor, shell, { verb, action: isMutedFor, undoing: unmuted });
      break;
    case 'unmute':
      void change(monitor, shell, { verb, action: unmuted, undoing: { type: 'mute', until: mutedUntil } });
  }
}

async function acknowledge({ name, incident }: MonitorRow, { tell }: CommandContext): Promise<void> {
  if (incident === null) return;
  const { incidentID } = incident;
  try {
    await performOrWait({
      key: `acknowledge ${incidentID}`,
      label: offline.actions.acknowledge(name),
      send: () => api.incidents.acknowledge(incidentID),
    });
    tell({ title: words.commandDone.acknowledge(name) });
  } catch (error) {
    if (!wasCancelled(error)) tell({ title: words.commandFailed, detail: messageOf(error), kind: 'problem' });
  }
}

interface Change {
  readonly verb: keyof typeof offline.actions & Verb;
  readonly action: BulkAction;
  readonly undoing?: BulkAction;
}

async function change(
  { shortID, name }: MonitorRow,
  { tell }: CommandContext,
  { verb, action, undoing }: Change,
): Promise<void> {
  const label = offline.actions[verb](name);
  const send = (): Promise<BulkOutcome> => changeMonitors([shortID], action);
  const problem = await problemOf(() => performOrWait({ key: `palette ${verb} ${shortID}`, label, send }));
  if (problem === CANCELLED) return;
  if (problem !== null) tell({ title: words.commandFailed, detail: problem, kind: 'problem' });
  else if (undoing === undefined) tell({ title: words.commandDone[verb](name) });
  else
    tell({
      title: words.commandDone[verb](name),
      undo: () => void problemOf(() => changeMonitors([shortID], undoing)),
    });
}

/** Changes a monitor. Returns the reason if the change failed; otherwise null. */
async function problemOf(perform: () => Promise<BulkOutcome>): Promise<string | typeof CANCELLED | null> {
  try {
    return (await perform()).problems[0] ?? null;
  } catch (error) {
    return wasCancelled(error) ? CANCELLED : messageOf(error);
  }
}
