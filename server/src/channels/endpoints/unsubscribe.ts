import { type Context, Hono } from 'hono';
import type { AuditStore } from '../../audit/contract.ts';
import { recordAuditEntries, VISITOR } from '../../audit/team-audit.ts';
import { createLinkPage } from '../../pages/link-page.ts';
import { PAGE_STYLE } from '../../pages/page-style.ts';
import { html, type Markup } from '../../platform/http/markup.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { ChannelRecord, ChannelStore } from '../contract.ts';
import type { ChannelCatalog } from '../settings/catalog.ts';

interface UnsubscribeDependencies {
  readonly store: ChannelStore & Pick<AuditStore, 'recordAudit'>;
  readonly catalog: Pick<ChannelCatalog, 'verifyUnsubscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly wakeNotifier: () => void;
  readonly log: Pick<Log, 'error'>;
  readonly remoteAddress: (context: Context) => string;
}

const REASON = 'The recipient unsubscribed.';
const STYLE = `${PAGE_STYLE}body{font-size:16px;line-height:24px;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:8px 16px}`;

const writePage = createLinkPage(STYLE);

/** Serves the unsubscribe link of emails. GET only asks for confirmation, because scanners follow links. POST unsubscribes (RFC 8058). */
export function createUnsubscribe(dependencies: UnsubscribeDependencies): Hono {
  const { store, catalog, clock, wakeNotifier, log, remoteAddress } = dependencies;
  const app = new Hono({ strict: false });
  const find = async (shortID: string, token: string): Promise<ChannelRecord | null> => {
    if (!catalog.verifyUnsubscribe(shortID, token)) return null;
    const channel = await store.channels.findInAnyTeam(shortID);
    return channel?.type === 'email' ? channel : null;
  };
  app.get('/unsubscribe/:shortID/:token', async (context) => {
    const { shortID, token } = context.req.param();
    const channel = await find(shortID, token);
    if (channel === null) return brokenLinkPage();
    return channel.disabled === null
      ? page(200, 'Stop these emails?', question(channel))
      : unsubscribedPage(channel);
  });
  app.post('/unsubscribe/:shortID/:token', async (context) => {
    const { shortID, token } = context.req.param();
    const channel = await find(shortID, token);
    if (channel === null) return brokenLinkPage();
    if (channel.disabled === null) {
      const at = clock.now();
      await store.channels.recordHealth(channel, { state: 'gone', at, answer: REASON });
      const entry = {
        teamID: channel.teamID,
        at,
        actor: VISITOR,
        action: 'channel.unsubscribe',
        target: { kind: 'channel', id: channel.shortID, name: channel.name },
        details: {},
        remoteAddress: remoteAddress(context),
      };
      await recordAuditEntries({ store, log }, [entry]);
      wakeNotifier();
    }
    return unsubscribedPage(channel);
  });
  return app;
}

// A form without an action posts to its page's address.
function question({ name }: ChannelRecord): Markup {
  return html`<p>You receive these alerts about scheduled jobs through the channel “${name}”.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Stop these emails</button></form>`;
}

function unsubscribedPage({ name }: ChannelRecord): Response {
  return page(
    200,
    'You are unsubscribed',
    html`<p>The channel “${name}” is disabled. Members of the team can enable it again.</p>`,
  );
}

function brokenLinkPage(): Response {
  return page(
    404,
    'This link does not work',
    html`<p>The link is incomplete, or its channel was deleted. Open the link exactly as it appears in the email.</p>`,
  );
}

function page(status: 200 | 404, title: string, content: Markup): Response {
  return writePage({
    status,
    title,
    body: html`<h1>${title}</h1>
${content}`,
  });
}
