import { isDeepStrictEqual } from 'node:util';
import type { PingProject } from '@overdue/domain/access/project-key.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { AppError } from '@overdue/domain/error.ts';
import { configureRules, isSameConfig, type MonitorConfig } from '@overdue/domain/monitor/config.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { SLUG_LENGTH_MAX } from '@overdue/domain/ping/slug.ts';
import type { V1Parts } from '../api/dependencies.ts';
import { referencesTo } from '../api/missing-references.ts';
import { recordAuditEntries, VISITOR } from '../audit/team-audit.ts';
import type {
  MonitorConfigChange,
  MonitorProvisioner,
  ProvisionedMonitor,
  WantedMonitor,
} from '../core/receive/provision.ts';
import type { MonitorEdit } from '../database/records.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { combineLookups } from '../platform/runtime/combined-lookups.ts';
import { createGenerationCache } from '../platform/runtime/generation-cache.ts';
import { actorOf } from '../projects/endpoints/respond-audited.ts';
import { applyEdit } from './apply-edit.ts';
import { insertMonitor } from './new-monitor.ts';
import { NO_TARGET, pickDetails } from './settings/detail-fields.ts';
import { createMonitorBody, newRules } from './settings/input.ts';

/** Maximum monitors whose last `monitor_config` is cached. */
const CONFIGURED_MAX = 50_000;
/** Maximum keys whose last use is cached. */
const USED_KEYS_MAX = 10_000;
/** Minimum interval between two records of a key's use. */
const USED_EVERY_MS = 60_000;

type Parts = Pick<V1Parts, 'store' | 'random' | 'clock' | 'log' | 'allowance' | 'wakeWatchdog'> & {
  /** Whether the database accepts changes now. False while pings are written to the spool or replayed from it. */
  readonly isReady: () => boolean;
};

interface MonitorOfTeam {
  readonly teamID: string;
  readonly monitorID: number;
}

/** Creates the monitors that pings name, and changes the settings of monitors as pings request. */
export function createMonitorProvisioner(parts: Parts): MonitorProvisioner {
  const { store, clock } = parts;
  const configured = createGenerationCache<
    number,
    { readonly config: MonitorConfig; readonly revision: number }
  >(CONFIGURED_MAX);

  const findMonitor = createMonitorLookup(store);

  async function applyConfig(monitorID: number, change: MonitorConfigChange): Promise<readonly string[]> {
    const { teamID } = change.project;
    const monitor = await findMonitor({ teamID, monitorID });
    if (monitor === null) return [];
    const wanted = configureRules(monitor.rules, change.config);
    if (!wanted.ok) return [`monitor_config was ignored: ${wanted.message}`];
    // Compares before opening a transaction, because most configurations equal the current settings.
    if (isDeepStrictEqual(wanted.rules, monitor.rules)) {
      configured.set(monitorID, { config: change.config, revision: monitor.revision });
      return [];
    }
    if (await applyEdit(editOf({ monitorID, teamID, at: clock.now() }, change.config), parts))
      await audit(parts, 'monitor.edit', {
        ...change,
        monitor: { shortID: monitor.shortID, name: monitor.details.name },
      });
    return [];
  }

  return {
    create: (project, wanted) => createMonitor(project, wanted, parts),
    isConfigured({ monitorID, revision }, config) {
      const last = configured.get(monitorID);
      return last?.revision === revision && isSameConfig(last.config, config);
    },
    async configure(monitorID, change) {
      if (!parts.isReady()) return [];
      try {
        return await applyConfig(monitorID, change);
      } catch (error) {
        // Ignores the error, because the ping can go to the spool and the next ping sends the settings again.
        if (isUnavailable(error)) return [];
        throw error;
      }
    },
    recordUse: createUseRecord(parts),
  };
}

/** Creates a monitor for its first ping. Null if another ping has created the monitor. */
async function createMonitor(
  project: PingProject,
  wanted: WantedMonitor,
  parts: Parts,
): Promise<ProvisionedMonitor | null> {
  const createdAt = parts.clock.now();
  const { details, rules } = initialSettings(wanted);
  try {
    const { id, shortID, pingID } = await insertMonitor(
      {
        teamID: project.teamID,
        createdAt,
        details: { ...details, projectID: project.projectID, alerting: MONITOR_ALERTING_DEFAULT },
        monitor: { rules, state: newMonitorState({ kind: rules.kind, createdAt, paused: false }) },
        slugMustBeUnused: true,
      },
      { foreignPingID: null, references: referencesTo(project.teamID, []) },
      parts,
    );
    await audit(parts, 'monitor.create', {
      project,
      remoteAddress: wanted.remoteAddress,
      monitor: { shortID, name: wanted.name },
    });
    return { monitorID: id, pingID };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict') return null;
    if (error.code === 'allowance_used_up')
      parts.log.warn({ team: project.teamID, project: project.projectShortID }, NO_ALLOWANCE);
    throw error;
  }
}

/** Combines the lookups of concurrent check-ins. After a start, every check-in needs a lookup of its monitor. */
function createMonitorLookup(store: Pick<Parts['store'], 'findMonitors'>) {
  return combineLookups(async (wanted: readonly MonitorOfTeam[]) => {
    const byTeam = [...Map.groupBy(wanted, ({ teamID }) => teamID)];
    const monitorsOfTeams = await Promise.all(
      byTeam.map(([teamID, ofTeam]) =>
        store.findMonitors(teamID, { ids: [...new Set(ofTeam.map(({ monitorID }) => monitorID))] }),
      ),
    );
    const byID = new Map(monitorsOfTeams.flat().map((monitor) => [monitor.id, monitor]));
    return ({ teamID, monitorID }) => {
      const monitor = byID.get(monitorID);
      return monitor?.teamID === teamID ? monitor : null;
    };
  });
}

function createUseRecord({ store, clock, log, isReady }: Parts): MonitorProvisioner['recordUse'] {
  const usedAt = createGenerationCache<string, number>(USED_KEYS_MAX);
  return ({ keyShortID }) => {
    const at = clock.now();
    if (at - (usedAt.get(keyShortID) ?? Number.NEGATIVE_INFINITY) < USED_EVERY_MS || !isReady()) return;
    usedAt.set(keyShortID, at);
    store.recordUse({ kind: 'project_key', id: keyShortID }, at).catch((error: unknown) => {
      if (!isUnavailable(error))
        log.error({ err: error }, "Couldn't record the last use of a project's key.");
    });
  };
}

interface AuditedChange extends Pick<MonitorConfigChange, 'project' | 'remoteAddress'> {
  readonly monitor: { readonly shortID: string; readonly name: string };
}

async function audit(
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
  action: 'monitor.create' | 'monitor.edit',
  { project, remoteAddress, monitor }: AuditedChange,
): Promise<void> {
  const { teamID, keyShortID } = project;
  // The change is already saved, so a failure to read the key must not reject the ping.
  const key = await store.projectKeys.find(teamID, keyShortID).catch(() => null);
  const entry = {
    teamID,
    at: clock.now(),
    actor: key === null ? VISITOR : actorOf(key),
    action,
    target: { kind: 'monitor', id: monitor.shortID, name: monitor.name },
    details: {},
    remoteAddress,
  };
  await recordAuditEntries({ store, log }, [entry]);
}

function editOf(
  { monitorID, teamID, at }: Pick<MonitorEdit, 'monitorID' | 'teamID' | 'at'>,
  config: MonitorConfig,
): MonitorEdit {
  return {
    monitorID,
    teamID,
    at,
    references: [],
    merge({ rules }) {
      const configured = configureRules(rules, config);
      if (!configured.ok || isDeepStrictEqual(configured.rules, rules)) return null;
      return { command: { kind: 'edit', at, rules: configured.rules } };
    },
  };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof AppError && error.code === 'unavailable');
}

const NO_ALLOWANCE = 'A ping could not create its monitor: the team has used its allowance.';

function initialSettings({ config, remoteAddress: _, ...body }: WantedMonitor) {
  const parsed = createMonitorBody.safeParse(body);
  if (!parsed.success)
    throw new AppError(
      'bad_request',
      `A slug has at most ${SLUG_LENGTH_MAX} characters of a-z, 0-9, _ and -.`,
    );
  const details = { name: parsed.data.name, ...pickDetails(parsed.data), ...NO_TARGET };
  return { details, rules: initialRules(newRules(parsed.data), config) };
}

function initialRules(defaults: MonitorRules, config: MonitorConfig | null): MonitorRules {
  if (config === null) return defaults;
  const configured = configureRules(defaults, config);
  if (configured.ok) return configured.rules;
  throw new AppError('bad_request', `invalid monitor_config: ${configured.message}`);
}
