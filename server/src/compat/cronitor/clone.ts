import { AppError } from '@overdue/domain/error.ts';
import { newMonitorState } from '@overdue/domain/monitor-state.ts';
import { z } from 'zod';
import { referencesTo } from '../../api/missing-references.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import { singleLineText } from '../../api/schemas.ts';
import { insertMonitor } from '../../monitors/new-monitor.ts';
import type { RespondCronitor } from './cronitor-request.ts';
import { requireByKey } from './find-monitors.ts';
import { writeCronitorMonitor } from './monitor-json.ts';
import { readJSON } from './read-json.ts';

const cloned = z.looseObject({ key: z.string(), name: singleLineText(1, 200).optional() });

/** Creates a monitor with the settings of another monitor, but a new ping ID and a new slug. */
export const cloneMonitor: RespondCronitor = async ({ context, projectKey, view, auditChange }, parts) => {
  const sent: unknown = await readJSON(context);
  if (sent === null) throw new AppError('invalid', 'Send {"key": "…"} and, optionally, "name".');
  const { key: original, name } = parseInput(cloned, sent);
  const { teamID, rules, state, details } = await requireByKey(projectKey, parts, original);
  const createdAt = parts.clock.now();
  const record = await insertMonitor(
    {
      teamID,
      createdAt,
      details: { ...details, name: name ?? `${details.name.slice(0, 190)} (copy)`, slug: '', forwardTo: '' },
      monitor: { rules, state: newMonitorState({ createdAt, paused: state.paused }) },
    },
    { foreignPingID: null, references: referencesTo(teamID, []) },
    parts,
  );
  auditChange(record, 'monitor.create');
  return respondText(201, JSON.stringify(writeCronitorMonitor(record, view)));
};
