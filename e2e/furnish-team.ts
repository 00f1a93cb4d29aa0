import type { Client } from '../sdk/src/index.ts';

const HOUR = 3_600_000;

/** IDs of created resources, for pages that show one of them. */
export interface Furnished {
  readonly monitor: string;
  readonly silentMonitor: string;
  readonly channel: string;
  readonly incident: string;
  readonly project: string;
  /** Token of an invitation, the part of the path after `/invite/`. */
  readonly invitation: string;
  /** URL of the public status page. */
  readonly statusPage: string;
}

/** Adds at least one of every resource to the sample team, some with problems. */
export async function furnishTeam(
  { api, person }: { readonly api: Client; readonly person: Client },
  receiver: { readonly origin: string },
): Promise<Furnished> {
  const { monitors } = await api.monitors.list();
  const shortIDOf = (name: string): string => {
    const monitor = monitors.find((candidate) => candidate.name === name);
    if (monitor === undefined) throw new Error(`The sample team has no monitor ${name}.`);
    return monitor.shortID;
  };
  const monitor = shortIDOf('pg-dump prod');
  const { projects } = await api.projects.list();
  const project = projects.find(({ name }) => name === 'Databases');
  if (project === undefined) throw new Error('The sample team has no project Databases.');

  const channel = await api.channels.create({
    type: 'webhook',
    name: '#ops',
    settings: { url: `${receiver.origin}/ops` },
  });
  const broken = await api.channels.create({
    type: 'webhook',
    name: 'on-call',
    // Nothing listens on port 1, so the channel fails.
    settings: { url: 'http://127.0.0.1:1/' },
  });
  for (const { shortID } of [channel, broken]) await api.channels.test(shortID);
  await api.escalations.create({
    name: 'Somebody has to look',
    steps: [
      { after: 600, channels: [channel.shortID] },
      { after: 3600, channels: [broken.shortID, channel.shortID] },
    ],
  });

  const [member] = (await api.members.list()).members;
  if (member === undefined) throw new Error('The sample team has no member.');
  const { memberID } = member;
  const rotation = { members: [memberID], startsOn: '2026-01-05', handoverAt: '09:00', shiftDays: 7 };
  const hours = { weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' };
  const onCall = await api.onCall.create({
    name: 'Database',
    timezone: 'Europe/Riga',
    rotations: [{ ...rotation, hours }],
  });

  const from = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  await api.maintenance.create({
    name: 'Database upgrade',
    startsAt: from(1),
    endsAt: from(3),
    tags: ['prod'],
    projects: [project.shortID],
  });
  await api.onCall.createOverride(onCall.shortID, { memberID, startsAt: from(30), endsAt: from(54) });
  await api.maintenance.create({
    name: 'Weekly reboot',
    cron: '0 3 * * 0',
    timezone: 'Europe/Riga',
    duration: 5400,
    tags: ['host:web-1', 'host:web-2'],
  });

  const page = await api.shares.create({
    kind: 'status_page',
    title: 'Acme jobs',
    scope: { kind: 'project', projectShortID: project.shortID },
    slug: 'acme',
    options: { description: 'The nightly work behind acme.example.com.' },
  });
  await api.shares.create({ kind: 'badge', title: 'pg-dump', scope: { kind: 'monitor', shortID: monitor } });
  await api.shares.create({ kind: 'calendar', title: 'All runs', scope: { kind: 'team' } });

  await person.tokens.create({ name: 'terraform', expiresAt: from(24 * 90) });
  await person.tokens.create({ name: 'dashboard in the kitchen', scope: 'read' });
  await api.invitations.create({ role: 'viewer', email: 'a.rather.long.name@subsidiary.example.com' });
  const invitation = await api.invitations.create({ role: 'member' });

  const { incidents } = await api.incidents.list({ monitor });
  const incident = incidents[0];
  if (incident === undefined) throw new Error('pg-dump prod has no incident.');
  await api.incidents.acknowledge(incident.incidentID, 'The disk of db-01 is full; on it.');
  await api.incidents.addNote(
    incident.incidentID,
    'Old dumps are being moved.\nSee https://wiki.example.com/disk.',
  );
  return {
    monitor,
    silentMonitor: shortIDOf('gdpr purge'),
    channel: channel.shortID,
    incident: incident.incidentID,
    project: project.shortID,
    invitation: invitation.url.split('/').at(-1) ?? '',
    statusPage: new URL(page.url).pathname,
  };
}
