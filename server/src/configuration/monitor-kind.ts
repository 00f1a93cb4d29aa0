import { isDeepStrictEqual } from 'node:util';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import type { Settings } from '@overdue/domain/configuration/resource.ts';
import { isChecked, type MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { chooseSlug } from '@overdue/domain/ping/slug.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { parseWebAddress } from '@overdue/domain/web-address.ts';
import type { z } from 'zod';
import type { Reference } from '../database/edits.ts';
import type { MonitorDetails, MonitorEdit, MonitorRecord } from '../database/records.ts';
import { newMonitorFrom, withNewIDs } from '../monitors/new-monitor.ts';
import { pickDetails } from '../monitors/settings/detail-fields.ts';
import { type CreateMonitor, createMonitorBody, newRules } from '../monitors/settings/input.ts';
import { writeRules } from '../monitors/settings/rule-fields.ts';
import {
  CHANNELS_MAX,
  editedMonitorAlerting,
  monitorAlertingInput,
  writeMonitorAlerting,
} from '../projects/alert-settings.ts';
import { configurationKind, itemIDField, reference, type SaveContext } from './configured-kind.ts';
import { createReferenceCheck, outdatedPlanError, requireRevision } from './save-resource.ts';
import { defaultProjectOf } from './team-state.ts';

const { shape } = createMonitorBody;

const schema = createMonitorBody
  .omit({ projectShortID: true, kind: true, url: true, check: true, pingID: true, mutedUntil: true })
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
  const { slug, forwardTo, url, sealedCheck } = details;
  return {
    ...pickDetails(request),
    name,
    slug:
      input.slug === undefined
        ? slug
        : chooseSlug({ name, slug: input.slug }, { shortID, emptySlug: 'derived' }),
    forwardTo: input.forwardTo ?? forwardTo,
    url,
    sealedCheck,
    alerting: {
      ...editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, request),
      mutedUntil: details.alerting.mutedUntil,
    },
  };
}

export const MONITOR_KIND = configurationKind<MonitorRecord, Input>({
  schema,
  minimalItem: { name: '-' },
  // Files describe jobs only.
  list: ({ monitors }) => monitors.filter(({ rules }) => !isChecked(rules)),
  describe: describeMonitor,
  settingsOf(input, { existing, state }) {
    const request = requestOf(input);
    const { details } = newMonitorFrom(
      request,
      { teamID: '', projectID: 0 },
      { ...state.parts, createdAt: 0 },
    );
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
    const monitor = newMonitorFrom(requestOf(resolved), owner, { ...state.parts, createdAt: saving.now });
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

interface MonitorParts {
  readonly project: string;
  readonly details: Omit<MonitorDetails, 'projectID'>;
  readonly rules: MonitorRules;
}

/** Returns the settings that take their default if a file omits them. Excludes settings that keep their value instead. */
function writeMonitorSettings({ project, details, rules }: MonitorParts): Settings {
  const { mutedUntil: _, ...alerting } = writeMonitorAlerting(details.alerting);
  const { slug: _slug, forwardTo: _forwardTo, ...described } = pickDetails(details);
  return {
    name: details.name,
    project,
    schedule: writeSchedule(rules.schedule),
    ...writeRules(rules),
    // Uses the stored limit, where null means the service's default. `writeRules` writes the effective limit.
    maxRunDuration: rules.maxRunMs === null ? null : rules.maxRunMs / 1000,
    ...described,
    ...alerting,
  };
}

function writeSchedule(schedule: Schedule): Settings {
  const { timezone, graceMs } = schedule;
  const common = { timezone, graceDuration: graceMs / 1000 };
  switch (schedule.type) {
    case 'interval':
    case 'grid':
      return { interval: schedule.intervalMs / 1000, ...common };
    case 'cron':
      return { cron: schedule.cron, ...common };
    case 'oncalendar':
      return { onCalendar: schedule.onCalendar, ...common };
  }
}

/** Returns a monitor in the form that plans compare with a file. */
function describeMonitor(record: MonitorRecord) {
  const { shortID, projectShortID, details, rules, state, revision } = record;
  return {
    id: shortID,
    name: details.name,
    revision,
    settings: {
      ...writeMonitorSettings({ project: projectShortID, details, rules }),
      slug: details.slug,
      forwardTo: maskedAddress(details.forwardTo),
      paused: state.paused,
    },
  };
}

/** Returns a masked forwarding URL for a plan. Adds "(new)" if the URL changes but its mask stays the same. */
function shownAddress(url: string, existing: MonitorRecord | null): string {
  const masked = maskedAddress(url);
  const before = existing?.details.forwardTo ?? '';
  return url !== before && masked === maskedAddress(before) ? `${masked} (new)` : masked;
}

/** Masks the URL to which pings are forwarded, because it is a credential. */
function maskedAddress(url: string): string {
  const address = parseWebAddress(url);
  return address === null ? '' : `${new URL(url).origin}/••••`;
}
