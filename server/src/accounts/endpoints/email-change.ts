import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput } from '../../api/schemas.ts';
import type { User } from '../contract.ts';
import type { EmailChanges } from '../email-change.ts';
import { countSignInAttempt } from '../sign-in/limits.ts';
import { findCallingUser } from './account.ts';

const PATH = '/v1/account/email-change/';
const TOKEN_LENGTH_MAX = 2000;

const requestBody = z
  .strictObject({
    email: emailInput.meta({ description: 'The new address.', example: 'ann@new.example.com' }),
  })
  .meta({ id: 'EmailChangeInput' });

const confirmationBody = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(TOKEN_LENGTH_MAX)
      .meta({ description: 'End of the mailed link.', example: 'v1.n8sB3kXq0ZbYpM2tVwLr' }),
  })
  .meta({ id: 'EmailChangeConfirmation' });

const emailChange = z
  .object({
    email: z.string().meta({ description: 'The new address.', example: 'ann@new.example.com' }),
    minutes: z.int().meta({ description: 'How long the link works, in minutes.', example: 60 }),
  })
  .meta({ id: 'EmailChange' });

function requireMail({ accounts }: Pick<V1Parts, 'accounts'>): EmailChanges {
  if (accounts.emailChanges === null)
    throw new AppError('conflict', 'This service can’t send mail. Ask its operator to set SMTP_URL.');
  return accounts.emailChanges;
}

const requestEmailChange = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: PATH,
  operationID: 'requestEmailChange',
  tag: 'Account',
  summary: 'Change your email address',
  description:
    'Mails a link to the new address. The address changes when you open the link and confirm. An address that already has an ' +
    'account gets no mail.',
  permission: 'session',
  needsFreshSignIn: true,
  action: 'account.request_email_change',
  body: requestBody,
  bodyExample: { email: 'ann@new.example.com' },
  responses: success(200, 'The link is on its way.', { emailChange }),
  errors: ['conflict'],
  async handle({ caller, body: { email }, audit }, parts) {
    const emailChanges = requireMail(parts);
    const user = await findCallingUser(caller, parts);
    if (email === user.email)
      throw invalidInputError([{ path: 'email', message: 'This is your address already.' }]);
    // Otherwise a person who was let in under another person's address could keep the account.
    if (!user.emailVerified)
      throw new AppError(
        'conflict',
        'Your current address is not confirmed yet. Sign in once by a link that we mail to the current address, then change the address.',
      );
    await countSignInAttempt(
      parts.store,
      { kind: 'change', address: caller.userID, account: email },
      parts.clock.now(),
    );
    // In the background, so that the time of the response doesn't reveal whether the address has an account.
    parts.accounts.runInBackground(emailChanges.sendLink(user, email));
    audit({ details: { email } });
    return respond(200, { emailChange: { email, minutes: emailChanges.minutes } });
  },
});

const lookUpEmailChange = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: `${PATH}look-up/`,
  operationID: 'lookUpEmailChange',
  tag: 'Account',
  summary: 'Look up a new email address',
  description:
    'Returns the address that a mailed link confirms. The page behind the link shows the address before you confirm.',
  permission: 'session',
  action: null,
  body: confirmationBody,
  bodyExample: { token: 'v1.n8sB3kXq0ZbYpM2tVwLr' },
  responses: success(200, 'The new address.', { emailChange: emailChange.pick({ email: true }) }),
  errors: ['not_found', 'conflict'],
  async handle({ caller, body: { token } }, parts) {
    const email = readEmail(token, await findCallingUser(caller, parts), requireMail(parts));
    return respond(200, { emailChange: { email } });
  },
});

/** Returns the address that a token confirms for this user. */
function readEmail(token: string, user: User, { readToken }: EmailChanges): string {
  const email = readToken(token, user);
  if (email === null)
    throw new AppError(
      'not_found',
      'This link has expired, was already used, or belongs to another account. Request a new one under Account.',
    );
  return email;
}

const confirmEmailChange = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: `${PATH}confirm/`,
  operationID: 'confirmEmailChange',
  tag: 'Account',
  summary: 'Confirm your new email address',
  description:
    'The page behind the mailed link sends this request. From then on you sign in with the new address, and the previous address gets a mail about the change.',
  permission: 'session',
  action: 'account.change_email',
  body: confirmationBody,
  bodyExample: { token: 'v1.n8sB3kXq0ZbYpM2tVwLr' },
  responses: success(200, 'The address has changed.', { emailChange: emailChange.pick({ email: true }) }),
  errors: ['not_found', 'conflict'],
  async handle({ caller, body: { token }, audit }, parts) {
    const emailChanges = requireMail(parts);
    const user = await findCallingUser(caller, parts);
    const email = readEmail(token, user, emailChanges);
    if (email === user.email) {
      // A repeated request, whose first response was lost.
      audit({ isUnchanged: true });
      return respond(200, { emailChange: { email } });
    }
    const { store, clock } = parts;
    if (
      !(await store.changeCredentials(user.id, { kind: 'email', from: user.email, to: email }, clock.now()))
    )
      throw new AppError('conflict', 'Another account already has this address. Choose another address.');
    parts.accounts.runInBackground(emailChanges.tellPrevious(user));
    audit({ details: { from: user.email, to: email } });
    return respond(200, { emailChange: { email } });
  },
});

export const EMAIL_CHANGE_ENDPOINTS = [requestEmailChange, lookUpEmailChange, confirmEmailChange];
