import type { QueryContext } from '../database/query-context.ts';
import { touchProjectKey } from '../projects/queries/keys.ts';
import { touchDevice } from '../push/queries.ts';
import type { AccountStore } from './contract.ts';
import * as browsers from './queries/known-browsers.ts';
import * as sessions from './queries/sessions.ts';
import { countAttempt, forgiveAttempts } from './queries/sign-in-attempts.ts';
import { accountTables } from './queries/tables.ts';
import { touchToken } from './queries/tokens.ts';
import * as users from './queries/users.ts';
import { findVerification, takeTOTPStep } from './queries/verifications.ts';

export function accountQueries({ db, inTransaction, locks }: QueryContext): AccountStore {
  return {
    accountTables: accountTables(db),
    findSession: (token, now) => sessions.findSession(db, token, now),
    openSession: (session) => sessions.insertSession(db, session),
    recordUse(used, at) {
      if (used.kind === 'session') return sessions.touchSession(db, { ...used, at });
      if (used.kind === 'push_device') return touchDevice(db, used.id, at);
      return used.kind === 'token' ? touchToken(db, used.id, at) : touchProjectKey(db, used.id, at);
    },
    changeSession: (session, change) =>
      inTransaction((transaction) => sessions.changeSession(transaction, session, change)),
    listBrowsers: (selection, now) => browsers.listBrowsers(db, selection, now),
    rememberBrowser: (browser) =>
      inTransaction((transaction) => browsers.rememberBrowser(transaction, browser)),
    forgetBrowsers: (userID, selection, now) =>
      inTransaction((transaction) => browsers.forgetBrowsers(transaction, { userID, selection, now })),
    findVerification: (identifier, now) => findVerification(db, identifier, now),
    takeTOTPStep: (userID, step) => takeTOTPStep(db, userID, step),
    listSessions: (userID, now) => sessions.listSessions(db, userID, now),
    endSessions: (userID, selection) => sessions.deleteSessions(db, userID, selection),
    findUser: (by) => users.findUser(db, by),
    changeUser: (userID, edit, at) =>
      inTransaction((transaction) => users.changeUser(transaction, { userID, edit, at }, locks)),
    changeCredentials: (userID, change, at) =>
      inTransaction((transaction) => users.changeCredentials(transaction, { userID, change, at }, locks)),
    countAttempt: (key, limit, now) =>
      inTransaction((transaction) => countAttempt(transaction, { key, limit, now })),
    forgiveAttempts: (key, scope) => forgiveAttempts(db, key, scope),
  };
}
