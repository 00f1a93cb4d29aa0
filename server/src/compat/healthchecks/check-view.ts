import { mayChange } from '@overdue/domain/access/project-key.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { badgeURLOf } from './badge-address.ts';
import { channelsWriter, readChannelUUIDs } from './check-channels.ts';
import { writeCheck } from './check-json.ts';
import type { ListView } from './check-texts.ts';
import { readLastDurations } from './last-durations.ts';
import type { ManagementParts, ManagementRequest } from './management-request.ts';
import { respondJSON } from './management-response.ts';

type Reader = Pick<ManagementRequest, 'key' | 'project' | 'version'>;

/** Returns the view of the project's checks for the sender of a request. */
export async function listView(
  { key, project, version }: Reader,
  { store, clock, baseURL, sign }: ManagementParts,
): Promise<ListView> {
  const isReadOnly = !mayChange(key);
  const channels = channelsWriter(project, {
    channels: isReadOnly ? [] : await store.channels.list(key.teamID),
    uuids: await readChannelUUIDs(key, store),
  });
  return {
    version,
    isReadOnly,
    baseURL,
    now: clock.now(),
    channelsVersion: channels.version,
    channelsOf: channels.of,
    badgeURLOf: (record) => badgeURLOf(record, { baseURL, sign }),
  };
}

export async function respondCheck(
  record: MonitorRecord,
  {
    reader,
    parts,
    status = 200,
  }: {
    readonly reader: Reader;
    readonly parts: ManagementParts;
    readonly status?: 200 | 201;
  },
): Promise<Response> {
  const view = await listView(reader, parts);
  const durations = await readLastDurations(parts.store, [record.id]);
  return respondJSON(status, writeCheck(record, view, durations.get(record.id) ?? null));
}
