import type { QueryContext } from '../query-context.ts';
import type { AccountStore } from './contract.ts';
import * as browsers from './known-browsers.ts';
import * as sessions from './sessions.ts';
import { countAttempt, forgetAttempts, takeBackAttempt } from './sign-in-attempts.ts';
import { accountTables } from './tables.ts';
import * as users from './users.ts';
import { findVerification, takeTOTPStep } from './verifications.ts';

export function accountQueries({ db, within, locks }: QueryContext): AccountStore {
  return {
    accountTables: accountTables(db),
    findSession: (token, now) => sessions.findSession(db, token, now),
    openSession: (session) => sessions.insertSession(db, session),
    touchSession: (id, at, expiresAt) => sessions.touchSession(db, { id, at, expiresAt }),
    confirmSession: (id, at) => sessions.confirmSession(db, id, at),
    findBrowser: (hash, now) => browsers.findBrowser(db, hash, now),
    rememberBrowser: (browser) => within((transaction) => browsers.rememberBrowser(transaction, browser)),
    listTrustedBrowsers: (userID, now) => browsers.listTrustedBrowsers(db, userID, now),
    forgetBrowser: (userID, id) => browsers.forgetBrowser(db, userID, id),
    forgetBrowsers: (userID, which) =>
      within((transaction) => browsers.forgetBrowsers(transaction, userID, which)),
    distrustBrowsers: (userID) => browsers.distrustBrowsers(db, userID),
    findVerification: (identifier, now) => findVerification(db, identifier, now),
    takeTOTPStep: (userID, step) => takeTOTPStep(db, userID, step),
    listSessions: (userID, now) => sessions.listSessions(db, userID, now),
    endSession: (userID, id) => sessions.deleteSession(db, userID, id),
    endSessions: (userID, exceptID) => sessions.deleteSessions(db, userID, exceptID),
    chooseTeam: (session, teamID) =>
      within((transaction) => sessions.chooseTeam(transaction, session, teamID)),
    findUser: (userID) => users.findUser(db, userID),
    findUserByEmail: (email) => users.findUserByEmail(db, email),
    changeUser: (userID, edit, at) =>
      within((transaction) => users.changeUser(transaction, userID, { edit, at }, locks)),
    givePassword: (userID, password, at) =>
      within((transaction) => users.givePassword(transaction, { userID, password, at })),
    verifyEmail: (userID, at) => within((transaction) => users.verifyEmail(transaction, userID, at)),
    endFactors: (userID, at) => within((transaction) => users.endFactors(transaction, userID, at)),
    hasUsers: () => users.hasUsers(db),
    countAttempt: (key, limit, now) =>
      within((transaction) => countAttempt(transaction, { key, limit, now })),
    forgetAttempts: (key) => forgetAttempts(db, key),
    takeBackAttempt: (key) => takeBackAttempt(db, key),
  };
}
