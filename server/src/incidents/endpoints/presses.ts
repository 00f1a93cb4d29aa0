import { hash } from 'node:crypto';
import { parseAlert } from '@overdue/domain/alerting/alert.ts';
import { actionResult, possibleActions } from '@overdue/domain/incidents/action.ts';
import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import { type Context, Hono } from 'hono';
import { readBytes } from '../../api/json-body.ts';
import { VISITOR } from '../../audit/team-audit.ts';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { Press, PressResult } from '../../channels/presses/press.ts';
import type { ChannelCatalog } from '../../channels/settings/catalog.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { type ActionParts, type Actor, findActionable, takeAction } from '../action-page/actions.ts';
import { inChannel } from '../action-page/link-reader.ts';

interface PressDependencies extends ActionParts {
  readonly catalog: Pick<ChannelCatalog, 'parsePress' | 'pressURL' | 'follow' | 'incidentLinks'>;
  readonly log: Pick<Log, 'error' | 'info'>;
}

const PATHS = ['/press/:channel', '/press/:channel/:path'];
const BODY_BYTES_MAX = 100_000;
const STATUSES = { forged: 401, stale: 401, invalid: 400 } as const;
/**
 * How long all nodes remember a press, to detect repeated requests. Exceeds the time for which the timestamp of a request is
 * valid.
 */
const REPLAY_MS = 10 * MINUTE_MS;

/**
 * Handles presses of buttons in chat messages. Each request is checked against the settings of the channel in its address. The
 * button names the incident and the channel whose message contains the button. This channel may differ from the channel in the
 * address if both belong to the same team and share the chat's application.
 */
export function createPresses(
  dependencies: PressDependencies & { readonly remoteAddress: (context: Context) => string },
): Hono {
  const { store, catalog, clock, log } = dependencies;
  const app = new Hono({ strict: false });

  async function take(context: Context): Promise<Response> {
    const channel = await store.channels.findInAnyTeam(context.req.param('channel') ?? '');
    if (channel === null) return emptyResponse(404);
    const now = clock.now();
    const press = catalog.parsePress(channel, {
      header: (name) => context.req.header(name) ?? '',
      body: Buffer.from(await readBytes(context, BODY_BYTES_MAX)).toString('utf8'),
      path: context.req.param('path') ?? '',
      now,
    });
    if (press.kind === 'refusal') return emptyResponse(STATUSES[press.reason]);
    if (press.kind === 'other') return respond(press.body);
    const result = await once(`${channel.shortID} ${press.id}`, now, () =>
      act(press, channel, { ...dependencies, remoteAddress: dependencies.remoteAddress(context) }),
    );
    if (result === 'repeated') return emptyResponse(200);
    if (result === null) return emptyResponse(404);
    const { body, requests } = press.respond(result);
    // Chats wait only a few seconds for the response.
    void catalog.follow(requests).catch((error: unknown) => {
      log.info(
        { channel: channel.shortID, reason: String(error) },
        'The result of a button press could not be shown in the chat.',
      );
    });
    return respond(body);
  }

  /**
   * Acts on a press unless a node has already done so. Telegram repeats a request whose response was lost. A press that fails can
   * be repeated.
   */
  async function once(
    name: string,
    now: number,
    perform: () => Promise<PressResult | null>,
  ): Promise<PressResult | 'repeated' | null> {
    const key = `press ${hash('sha256', name, 'hex')}`;
    if ((await store.countAttempt(key, { max: 1, withinMs: REPLAY_MS }, now)) !== null) return 'repeated';
    let isDone = false;
    try {
      const result = await perform();
      isDone = result !== null;
      return result;
    } finally {
      if (!isDone) await store.forgiveAttempts(key, 'all');
    }
  }

  for (const path of PATHS) app.post(path, take);
  return app;
}

/**
 * Performs the action of a pressed button. Returns null if the button is invalid, or if its incident isn't found in the channel's
 * team.
 */
async function act(
  press: Press,
  pressedIn: ChannelRecord,
  parts: PressDependencies & Pick<Actor, 'remoteAddress'>,
): Promise<PressResult | null> {
  const { catalog, clock } = parts;
  const { incidentLinks } = catalog;
  const meaning = incidentLinks.readButton(press.token, clock.now());
  if (meaning === null) return null;
  const over = (text: string) => ({
    text,
    buttons: [],
    pressURL: catalog.pressURL(pressedIn.shortID),
    alert: null,
  });
  if (meaning === 'expired') return over('This button has expired. Open the incident in Overdue.');
  const linked = await findActionable(meaning, parts);
  if (linked === null || linked.channel.teamID !== pressedIn.teamID) return null;
  const { channel, monitor } = linked;
  const isChanged = await takeAction(meaning.action, linked, {
    ...parts,
    actor: { ...VISITOR, name: `${press.by}${inChannel(channel.name)}` },
  });
  const changed = await findActionable(meaning, parts);
  if (changed === null) return over('The monitor was deleted.');
  const { timezone } = monitor.rules.schedule;
  const done = { isChanged, by: press.by, monitor: monitor.details.name, now: clock.now(), timezone };
  return {
    text: actionResult(meaning.action, { ...done, incident: changed.incident }),
    buttons: incidentLinks.buttonsAfter(meaning, possibleActions(changed.incident)),
    pressURL: catalog.pressURL(channel.shortID),
    alert: await findMessage(channel.teamID, press.messageKey, parts),
  };
}

async function findMessage(
  teamID: string,
  key: string | undefined,
  { store }: Pick<PressDependencies, 'store'>,
): Promise<PressResult['alert']> {
  if (key === undefined) return null;
  const [delivery] = await store.listDeliveries(teamID, { key, limit: 1 });
  return delivery === undefined ? null : parseAlert(delivery.alert);
}

function emptyResponse(status: number): Response {
  return new Response(null, { status });
}

function respond(body: unknown): Response {
  return body === null ? emptyResponse(200) : Response.json(body);
}
