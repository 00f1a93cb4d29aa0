import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { pathID, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { KnownBrowser } from '../contract.ts';

const trustedBrowserParams = z.object({
  browserID: pathID.meta({ description: "The trusted browser's `browserID`.", example: UUID_EXAMPLE }),
});

const PATH = '/v1/account/trusted-browsers/';

const trustedBrowser = z
  .object({
    browserID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
    isCurrent: z
      .boolean()
      .meta({ description: 'Whether this request came from the browser.', example: true }),
    usedAt: timeOutput('Time of the last sign-in.'),
    trustedUntil: timeOutput(
      'Time from which signing in requires a code again. Signing in does not extend it.',
    ),
    remoteAddress: z.string().meta({ example: '192.0.2.17' }),
    userAgent: z.string().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101' }),
  })
  .meta({ id: 'TrustedBrowser' });

function writeBrowser(browser: KnownBrowser, currentIDs: readonly string[]) {
  const { id, usedAt, trustedUntil, remoteAddress, userAgent } = browser;
  return {
    browserID: id,
    isCurrent: currentIDs.includes(id),
    usedAt: writeTime(usedAt),
    trustedUntil: writeTime(trustedUntil ?? usedAt),
    remoteAddress,
    userAgent,
  };
}

const listTrustedBrowsers = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: PATH,
  operationID: 'listTrustedBrowsers',
  tag: 'Account',
  summary: 'List trusted browsers',
  description:
    'Browsers in which you sign in without a code, most recently used first. Trust ends after 30 days, when the password changes, ' +
    'and when the second factor changes.',
  permission: 'session',
  responses: success(200, 'The trusted browsers.', { trustedBrowsers: z.array(trustedBrowser) }),
  errors: [],
  async handle({ caller, context }, { store, accounts, clock }) {
    const now = clock.now();
    const current = await accounts.browsers.read(context.req.header('Cookie'), now);
    const currentIDs = current.map(({ id }) => id);
    const trusted = await store.listBrowsers({ trustedBy: caller.userID }, now);
    return respond(200, { trustedBrowsers: trusted.map((browser) => writeBrowser(browser, currentIDs)) });
  },
});

const revokeTrustedBrowser = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: `${PATH}{browserID}/`,
  operationID: 'revokeTrustedBrowser',
  action: 'trusted_browser.revoke',
  tag: 'Account',
  summary: 'Stop trusting a browser',
  description: 'The next sign-in from this browser requires a code. Its sessions continue.',
  permission: 'session',
  params: trustedBrowserParams,
  responses: success(200, 'The browser is no longer trusted.', {
    trustedBrowser: trustedBrowser.pick({ browserID: true }),
  }),
  errors: ['not_found'],
  async handle({ caller, params }, { store, clock }) {
    const { forgotten } = await store.forgetBrowsers(caller.userID, { id: params.browserID }, clock.now());
    if (forgotten === 0) throw new AppError('not_found', 'You have no such trusted browser.');
    return respond(200, { trustedBrowser: { browserID: params.browserID } });
  },
});

const revokeTrustedBrowsers = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: PATH,
  operationID: 'revokeTrustedBrowsers',
  action: 'trusted_browser.revoke_all',
  tag: 'Account',
  summary: 'Stop trusting all browsers',
  description: 'The next sign-in from any browser, including this one, requires a code. Sessions continue.',
  permission: 'session',
  responses: success(200, 'No browsers are trusted.', {
    revoked: z.int().meta({ description: 'Number of browsers that were trusted.', example: 2 }),
  }),
  errors: [],
  async handle({ caller }, { store, clock }) {
    const { trusted } = await store.forgetBrowsers(caller.userID, { exceptHash: null }, clock.now());
    return respond(200, { revoked: trusted });
  },
});

export const TRUSTED_BROWSER_ENDPOINTS = [listTrustedBrowsers, revokeTrustedBrowsers, revokeTrustedBrowser];
