import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { newReceiver } from '../push-receiver.ts';
import { startTestService } from '../sdk/in-process.ts';
import { openLoopback } from '../sdk/loopback.ts';

/** Response of the running server. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
  readonly headers: Headers;
}

export interface Request {
  readonly method: string;
  /** Path and query of the request. */
  readonly path: string;
  readonly by: 'token' | 'session' | 'nobody';
  readonly body?: { readonly type: string; readonly text: string } | undefined;
}

/** Real IDs, by the name of their parameter. */
export type ResourceIDs = Readonly<Record<string, string>>;

export interface ExampleWorld {
  send(request: Request): Promise<Sent>;
  /** Resources that all requests share. */
  readonly resourceIDs: ResourceIDs;
  /** Second monitor, for examples that name two. */
  readonly otherMonitor: string;
  /** Creates a resource for a request that deletes it. Returns null if the request can use `resourceIDs`. */
  fresh(name: string): Promise<string> | null;
}

const envelope = z.object({ data: z.record(z.string(), z.unknown()) });
const thing = z.record(z.string(), z.unknown());
const listed = z.array(thing);

/** Returns a text field of the only entry in a response. */
function fieldIn({ json, text }: Sent, field: string): string {
  const [only] = Object.values(envelope.parse(json, { error: () => text }).data);
  return String(thing.parse(only, { error: () => text })[field]);
}

function listIn({ json, text }: Sent, name: string) {
  return listed.parse(envelope.parse(json, { error: () => text }).data[name], { error: () => text });
}

/** Starts the service with one of each resource that examples use. */
export async function openExampleWorld(exampleOf: (operationID: string) => object): Promise<ExampleWorld> {
  const { baseURL } = await startTestService({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  // Refuses every alert, so that there is a failed delivery to send again.
  const receiver = await openLoopback((response) => response.writeHead(400).end());
  let cookie = '';
  let token = '';

  async function send({ method, path, by, body }: Request): Promise<Sent> {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const response = await fetch(`${baseURL}${path}`, {
      method,
      signal: controller.signal,
      headers: {
        ...(by === 'token' ? { Authorization: `Bearer ${token}` } : {}),
        ...(by === 'session' ? { Cookie: cookie, Origin: baseURL } : {}),
        ...(body === undefined ? {} : { 'Content-Type': body.type }),
      },
      ...(body === undefined ? {} : { body: body.text }),
    });
    const { status, headers } = response;
    const type = headers.get('Content-Type') ?? '';
    // The text of the stream isn't read, because the stream never ends.
    const text = type === 'text/event-stream' ? '' : await response.text();
    if (type === 'text/event-stream') controller.abort();
    return {
      status,
      headers,
      text,
      json: type.startsWith('application/json') ? JSON.parse(text) : undefined,
    };
  }
  const make = (path: string, value: object, by: Request['by'] = 'token') =>
    send({ method: 'POST', path, by, body: { type: 'application/json', text: JSON.stringify(value) } });
  const read = (path: string) => send({ method: 'GET', path, by: 'token' });

  const first = await make('/v1/setup/', exampleOf('setUp'), 'nobody');
  cookie = (first.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
  const newToken = () => make('/v1/tokens/', { name: 'example', scope: 'admin' }, 'session');
  token = fieldIn(await newToken(), 'token');

  const ownMemberID = String(listIn(await read('/v1/members/'), 'members')[0]?.memberID);

  let made = 0;
  const newMonitor = async () =>
    fieldIn(await make('/v1/monitors/', { name: 'job', tags: ['prod'] }), 'shortID');
  const newProject = async () =>
    fieldIn(await make('/v1/projects/', { name: `project ${++made}` }), 'shortID');
  const projectShortID = await newProject();
  const newKey = async () =>
    fieldIn(
      await make(`/v1/projects/${projectShortID}/keys/`, { kind: 'ping', name: `key ${++made}` }),
      'shortID',
    );
  const newInvitation = () =>
    make('/v1/invitations/', { email: `guest${++made}@example.com`, role: 'member' }, 'session');
  const newChannel = async () => {
    const settings = { url: `${receiver.url}/` };
    return fieldIn(
      await make('/v1/channels/', { type: 'webhook', name: `channel ${++made}`, settings }),
      'shortID',
    );
  };
  const newMaintenance = async () =>
    fieldIn(await make('/v1/maintenance/', exampleOf('createMaintenance')), 'shortID');
  const newShare = async () => fieldIn(await make('/v1/shares/', exampleOf('createShare')), 'shareID');
  const newView = async () =>
    fieldIn(await make('/v1/views/', { name: `view ${++made}`, shared: true }), 'shortID');
  async function newMember(): Promise<string> {
    const link = fieldIn(await newInvitation(), 'url');
    const guest = { token: link.slice(-40), name: 'Guest', password: `a fine long secret ${made}` };
    await make('/v1/invitations/accept/', guest, 'nobody');
    const members = listIn(await read('/v1/members/'), 'members');
    return String(members.at(-1)?.memberID);
  }
  const channelShortID = await newChannel();
  const newEscalation = async () =>
    fieldIn(
      await make('/v1/escalations/', {
        name: `policy ${++made}`,
        steps: [{ after: 60, channels: [channelShortID] }],
      }),
      'shortID',
    );

  const newOnCall = async () => {
    const rotations = [{ members: [ownMemberID], startsOn: '2026-11-23', handoverAt: '09:00' }];
    const schedule = { name: `schedule ${++made}`, timezone: 'UTC', rotations };
    return fieldIn(await make('/v1/on-call/schedules/', schedule), 'shortID');
  };
  const onCallShortID = await newOnCall();
  const newOverride = async () => {
    const period = { startsAt: '2099-11-24T00:00:00Z', endsAt: '2099-11-25T00:00:00Z' };
    const path = `/v1/on-call/schedules/${onCallShortID}/overrides/`;
    return fieldIn(await make(path, { memberID: ownMemberID, ...period }), 'shortID');
  };

  const monitor = await make('/v1/monitors/', { name: 'pg-dump prod', tags: ['prod', 'db'] });
  const shortID = fieldIn(monitor, 'shortID');
  const pingURL = new URL(fieldIn(monitor, 'pingURL'));
  await send({
    method: 'POST',
    path: `${pingURL.pathname}/fail`,
    by: 'nobody',
    body: { type: 'text/plain', text: 'pg_dump: no space left on device' },
  });
  const key = await eventually(async () => {
    const found = listIn(await read('/v1/deliveries/?state=failed'), 'deliveries')[0];
    return found === undefined ? null : String(found.key);
  });
  const incident = listIn(await read('/v1/incidents/'), 'incidents')[0];
  const transition = listIn(await read(`/v1/monitors/${shortID}/transitions/`), 'transitions')[0];
  const sessions = listIn(
    await send({ method: 'GET', path: '/v1/account/sessions/', by: 'session' }),
    'sessions',
  );
  const newDevice = async () => {
    const subscription = newReceiver(`https://push.invalid/${++made}`).subscription;
    const device = await make('/v1/account/devices/', { name: 'Phone', subscription }, 'session');
    return fieldIn(device, 'deviceID');
  };
  const invitation = await newInvitation();
  const other = await make('/v1/monitors/', { name: 'other job' });
  const account = await send({ method: 'GET', path: '/v1/account/', by: 'session' });
  const team = thing.parse(thing.parse(envelope.parse(account.json).data.account).team);

  const makers: Readonly<Record<string, () => Promise<string>>> = {
    shortID: newMonitor,
    projectShortID: newProject,
    keyShortID: newKey,
    channelShortID: newChannel,
    maintenanceShortID: newMaintenance,
    escalationShortID: newEscalation,
    onCallShortID: newOnCall,
    overrideShortID: newOverride,
    shareID: newShare,
    viewShortID: newView,
    memberID: newMember,
    deviceID: newDevice,
    tokenID: async () => fieldIn(await newToken(), 'id'),
    memberTokenID: async () => fieldIn(await newToken(), 'id'),
    invitationID: async () => fieldIn(await newInvitation(), 'invitationID'),
    token: async () => fieldIn(await newInvitation(), 'url').slice(-40),
  };
  return {
    send,
    resourceIDs: {
      shortID,
      number: '1',
      transitionID: String(transition?.id),
      incidentID: String(incident?.incidentID),
      key,
      // Uses another monitor's ID, so that the pings don't close the incident.
      pingID: new URL(fieldIn(other, 'pingURL')).pathname.split('/').at(-1) ?? '',
      teamID: String(team.teamID),
      projectShortID,
      keyShortID: await newKey(),
      channelShortID,
      maintenanceShortID: await newMaintenance(),
      escalationShortID: await newEscalation(),
      onCallShortID,
      overrideShortID: await newOverride(),
      shareID: await newShare(),
      viewShortID: await newView(),
      memberID: await newMember(),
      ownMemberID,
      invitationID: fieldIn(invitation, 'invitationID'),
      token: fieldIn(invitation, 'url').slice(-40),
      deviceID: await newDevice(),
      sessionID: String(sessions[0]?.sessionID ?? sessions[0]?.id),
    },
    otherMonitor: fieldIn(other, 'shortID'),
    fresh: (name) => makers[name]?.() ?? null,
  };
}

/** Polls until `ask` returns a value, because no event reports the result. */
async function eventually(ask: () => Promise<string | null>): Promise<string> {
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
