import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { type Context, Hono } from 'hono';
import type { Accounts } from '../../accounts/accounts.ts';
import { readBytes } from '../../api/json-body.ts';
import type { AuditActor } from '../../audit/contract.ts';
import type { ChannelCatalog } from '../../channels/settings/catalog.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { TeamStore } from '../../teams/contract.ts';
import {
  type ActionParts,
  actorName,
  type FoundIncident,
  findActionable,
  isPageAction,
  mayUnacknowledge,
  takeAction,
} from './actions.ts';
import { findBackground } from './background.ts';
import { incidentPage, problemPage } from './incident-html.ts';
import { namedActor } from './link-reader.ts';
import { parseReaderName } from './reader-name.ts';

interface ActionPageDependencies extends ActionParts {
  readonly catalog: Pick<ChannelCatalog, 'incidentLinks'>;
  readonly accounts: SignedInParts['accounts'];
  readonly baseURL: string;
  readonly remoteAddress: (context: Context) => string;
}

const PATH = '/act/:token';
const FORM_BYTES_MAX = 1000;

/**
 * Serves the links that let the reader of an alert act on the incident without signing in. GET only shows the incident, because
 * previews and scanners follow links. POST acts; repeating a request changes nothing. If the reader is signed in as a member, the
 * action is recorded under the member's name.
 */
export function createActionPage(dependencies: ActionPageDependencies): Hono {
  const { catalog, clock, baseURL, remoteAddress } = dependencies;
  const app = new Hono({ strict: false });
  const find = async (context: Context): Promise<FoundIncident | Response> => {
    const link = catalog.incidentLinks.read(context.req.param('token') ?? '', clock.now());
    if (link === 'expired') return problemPage('expired', baseURL);
    return (
      (link === null ? null : await findActionable(link, dependencies)) ?? problemPage('unknown', baseURL)
    );
  };
  const show = async (
    linked: FoundIncident,
    { reader, name }: { readonly reader: AuditActor | null; readonly name: string | null },
  ) => {
    const { store } = dependencies;
    const { name: team } = await store.findTeamSettings(linked.channel.teamID);
    return incidentPage(linked, {
      now: clock.now(),
      baseURL,
      team,
      background: await findBackground(linked.incident, store),
      reader: reader === null ? null : actorName(reader),
      name,
      mayUnacknowledge: mayUnacknowledge(linked, reader),
    });
  };

  app.get(PATH, async (context) => {
    const linked = await find(context);
    if (linked instanceof Response) return linked;
    const member = await findSignedInMember(context, linked.channel.teamID, dependencies);
    const { kind, actor } = linked.channel;
    const reader = member?.actor ?? (kind === 'member' ? actor : null);
    const name = reader === null ? '' : null;
    return withCookie(await show(linked, { reader, name }), member?.cookie ?? null);
  });
  app.post(PATH, async (context) => {
    const linked = await find(context);
    if (linked instanceof Response) return linked;
    const form = new URLSearchParams(Buffer.from(await readBytes(context, FORM_BYTES_MAX)).toString('utf8'));
    const action = form.get('action') ?? '';
    if (!isPageAction(action)) return problemPage('no_action', baseURL);
    const member = await findSignedInMember(context, linked.channel.teamID, dependencies);
    const name = parseReaderName(form.get('name') ?? '');
    const actor = member?.actor ?? namedActor(linked.channel, name);
    const isKnown = member !== null || linked.channel.kind === 'member';
    const timezone = parseTimezone(form.get('zone') ?? '');
    await takeAction(action, linked, {
      ...dependencies,
      remoteAddress: remoteAddress(context),
      actor,
      ...(timezone === null ? {} : { timezone }),
    });
    const changed = await findActionable(linked.link, dependencies);
    return changed === null
      ? problemPage('unknown', baseURL)
      : withCookie(
          await show(changed, { reader: actor, name: isKnown ? null : name }),
          member?.cookie ?? null,
        );
  });
  return app;
}

function withCookie(response: Response, cookie: string | null): Response {
  if (cookie !== null) response.headers.append('Set-Cookie', cookie);
  return response;
}

interface SignedInParts {
  readonly accounts: Pick<Accounts, 'recognize'>;
  readonly store: Pick<TeamStore, 'listMembers'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly baseURL: string;
}

interface SignedInMember {
  readonly actor: AuditActor;
  /** `Set-Cookie` header for the response; null if the session was not extended. */
  readonly cookie: string | null;
}

/**
 * Returns the team member whose browser session sent the request; null without such a session. Also returns null for a request
 * from another site, so that a form there can't act in a member's name. The session only adds the name, because the link already
 * permits the action.
 */
async function findSignedInMember(
  context: Context,
  teamID: string,
  { accounts, store, clock, baseURL }: SignedInParts,
): Promise<SignedInMember | null> {
  if (!isSameOrigin(context, baseURL)) return null;
  const recognized = await accounts.recognize(context.req.header('Cookie'), clock.now());
  if (recognized === null) return null;
  const { userID } = recognized.session;
  const members = await store.listMembers({ userID });
  const member = members.find((membership) => membership.teamID === teamID);
  if (member === undefined) return null;
  const { name, email } = member;
  return { actor: { kind: 'session', userID, name, email, token: null }, cookie: recognized.cookie };
}
