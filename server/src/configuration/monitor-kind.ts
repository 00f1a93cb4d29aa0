import { isDeepStrictEqual } from 'node:util';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { chooseSlug } from '@overdue/domain/ping/slug.ts';
import type { z } from 'zod';
import type { Reference } from '../database/edits.ts';
import type { MonitorEdit, MonitorRecord } from '../database/records.ts';
import { newMonitorFrom, withNewIDs } from '../monitors/new-monitor.ts';
import { pickDetails } from '../monitors/settings/detail-fields.ts';
import { type CreateMonitor, createMonitorBody, newRules } from '../monitors/settings/input.ts';
import { CHANNELS_MAX, editedMonitorAlerting, monitorAlertingInput } from '../projects/alert-settings.ts';
import { configurationKind, type SaveContext } from './configured-kind.ts';
import { itemIDField, reference } from './item-fields.ts';
import { describeMonitor, shownAddress, writeMonitorSettings } from './monitor-settings.ts';
import { createReferenceCheck, outdatedPlanError, requireRevision } from './plan-check.ts';
import { defaultProjectOf } from './team-state.ts';

const { shape } = createMonitorBody;

const schema = createMonitorBody
  .omit({ projectShortID: true, kind: true, pingID: true, mutedUntil: true })
  .extend({
    id: itemIDField,
    project: shape.projectShortID.meta({
      description: `${reference('Project of the monitor')} Default: the team's default project.`,
    }),
    slug: shape.slug.removeDefault().optional(),
    forwardTo: shape.forwardTo
      .removeDefault()
      .optional()
      .meta({
        description: `${shape.forwardTo.removeDefault().meta()?.description ?? ''} Without this field, the URL stays as it is.`,
      }),
    paused: shape.paused.removeDefault().optional().meta({
      description:
        'Whether the monitor is paused. Without this field, applying the file neither pauses nor resumes the monitor.',
    }),
    channels: monitorAlertingInput.channels.meta({
      description: `${reference(`Channels to alert, at most ${CHANNELS_MAX}`)} \`[]\` turns alerts off. Null inherits the project's channels.`,
    }),
    escalation: monitorAlertingInput.escalation.meta({
      description: `${reference('Escalation policy')} Empty for none. Null inherits the project's policy.`,
    }),
  });

type Input = z.output<typeof schema>;

/** Returns the request that would create the monitor. */
function requestOf(input: Input): CreateMonitor {
  const { id: _, project, slug = '', forwardTo = '', paused = false, ...settings } = input;
  return { ...settings, kind: 'cron', slug, forwardTo, paused };
}

/** Returns the details after an edit. */
function editedDetails(input: Input, { details, shortID }: Pick<MonitorRecord, 'details' | 'shortID'>) {
  const request = requestOf(input);
  const { name } = input;
  const { slug, forwardTo } = details;
  return {
    ...pickDetails(request),
    name,
    slug:
      input.slug === undefined
        ? slug
        : chooseSlug({ name, slug: input.slug }, { shortID, emptySlug: 'derived' }),
    forwardTo: input.forwardTo ?? forwardTo,
    alerting: {
      ...editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, request),
      mutedUntil: details.alerting.mutedUntil,
    },
  };
}

export const MONITOR_KIND = configurationKind<MonitorRecord, Input>({
  kind: 'monitor',
  schema,
  minimalItem: { name: '-' },
  recordsOf: ({ monitors }) => monitors,
  describe: describeMonitor,
  settingsOf(input, { existing, state }) {
    const request = requestOf(input);
    const { details } = newMonitorFrom(request, { teamID: '', projectID: 0 }, 0);
    const project = input.project ?? defaultProjectOf(state);
    const { slug, forwardTo, paused } = input;
    return {
      ...writeMonitorSettings({ project, details, rules: newRules(request) }),
      ...(slug === undefined || slug === '' ? {} : { slug }),
      ...(paused === undefined ? {} : { paused }),
      ...(forwardTo === undefined ? {} : { forwardTo: shownAddress(forwardTo, existing) }),
    };
  },
  async save(input, { id, existing, state }, saving) {
    const resolved = withIDs(input, saving);
    const project = saving.idOf('project', input.project ?? defaultProjectOf(state));
    const references = referencesOf(resolved, project);
    saving.references.push(...references);
    if (existing !== null) {
      saving.edits.push(editOf(resolved, { existing, project, references, at: saving.now }));
      return;
    }
    const owner = { teamID: state.access.teamID, projectID: saving.projectRowID(project) };
    const monitor = newMonitorFrom(requestOf(resolved), owner, saving.now);
    const created = withNewIDs(monitor, null, state.parts.random);
    saving.monitors.push({
      ...created,
      shortID: id,
      details: { ...created.details, slug: slugFor(created.details, id, input) },
    });
  },
  async remove({ id }, _, { changes, now }) {
    if (!(await changes.deleteMonitor(id, now))) throw outdatedPlanError();
  },
});

function slugFor({ name }: { readonly name: string }, shortID: string, { slug = '' }: Input): string {
  return chooseSlug({ name, slug }, { shortID, emptySlug: 'derived' });
}

function referencesOf({ channels, escalation }: Input, project: string): readonly Reference[] {
  return [
    { kind: 'project', shortID: project },
    ...(channels ?? []).map((shortID) => ({ kind: 'channel' as const, shortID })),
    ...(escalation == null || escalation === ''
      ? []
      : [{ kind: 'escalation' as const, shortID: escalation }]),
  ];
}

function editOf(
  input: Input,
  {
    existing,
    project,
    references,
    at,
  }: {
    readonly existing: MonitorRecord;
    readonly project: string;
    readonly references: readonly Reference[];
    readonly at: number;
  },
): MonitorEdit {
  const { id, teamID, shortID } = existing;
  return {
    monitorID: id,
    teamID,
    at,
    references,
    merge({ rules, state, details, revision }, find) {
      requireRevision({ revision }, existing);
      createReferenceCheck(references)(find);
      const projectID = find({ kind: 'project', shortID: project }) ?? details.projectID;
      const edited = {
        rules: newRules(requestOf(input)),
        details: { ...editedDetails(input, { details, shortID }), projectID },
        paused: input.paused ?? state.paused,
      };
      if (isDeepStrictEqual(edited, { rules, details, paused: state.paused })) return null;
      return {
        command: { kind: 'edit', at, rules: edited.rules, paused: edited.paused },
        details: edited.details,
      };
    },
  };
}

function withIDs(input: Input, { idOf }: SaveContext): Input {
  const { channels, escalation } = input;
  return {
    ...input,
    ...(channels == null ? {} : { channels: channels.map((channel) => idOf('channel', channel)) }),
    ...(escalation == null || escalation === '' ? {} : { escalation: idOf('escalation', escalation) }),
  };
}
