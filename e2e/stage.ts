import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type Client, createClient } from '../sdk/src/index.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type Complaints, listenForComplaints } from './complaints.ts';
import { type LateAnswers, startLateAnswers } from './late-answers.ts';
import { type ServedApplication, type ServiceOptions, serveApplication } from './served-application.ts';
import { signIn } from './sign-in.ts';

/** Longer than anything takes that a person waits for. */
const PATIENCE_MS = 15_000;

const PICTURES = join(tmpdir(), 'overdue-e2e-failures');

/** A test that needs the browser; left out where there is none, but never in CI. */
export const browserTest = test.skipIf(findChromium() === null);

/** A browser of its own, with its own cookies, and one page of it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in any of its pages. */
  readonly complaints: Complaints;
}

/** One service and one browser for all tests of a file. */
export interface Stage {
  readonly service: ServedApplication;
  readonly browser: Browser;
  /** The API, as the owner of the team, or as who has another token. */
  api(token?: string): Client;
  /** Somebody who is not signed in. */
  stranger(): Promise<Visitor>;
  /** Somebody who is signed in: the owner, unless it is said who. */
  visitor(who?: { readonly email: string; readonly password: string }): Promise<Visitor>;
}

/**
 * Opens it before the tests of the file, and closes it after them. What pages show when a test fails is kept as pictures.
 *
 * @param options a function where they name what must be opened first
 */
export function useStage(options: ServiceOptions | (() => Promise<ServiceOptions>)): Stage {
  let opened:
    | { readonly service: ServedApplication; readonly browser: Browser; readonly late: LateAnswers | null }
    | undefined;
  const stage = () => {
    if (opened === undefined) throw new Error('The stage is opened before the tests, and not earlier.');
    return opened;
  };
  beforeAll(async () => {
    const chosen = typeof options === 'function' ? await options() : options;
    const seed = process.env.LATE_ANSWERS ?? '';
    const late = seed === '' ? null : await startLateAnswers(seed);
    const [service, browser] = await Promise.all([serveApplication(chosen), launchChromium(late?.flags)]);
    opened = { service, browser, late };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(stage().browser, task.name);
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.late?.close();
    await opened?.service.stop();
  });

  async function stranger(): Promise<Visitor> {
    const { service, browser } = stage();
    const context = await browser.newContext({
      baseURL: service.baseURL,
      locale: 'en-GB',
      timezoneId: 'Europe/Riga',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const complaints = listenForComplaints(context, service.baseURL);
    return { context, page: await context.newPage(), complaints };
  }
  return {
    get service() {
      return stage().service;
    },
    get browser() {
      return stage().browser;
    },
    api: (token = stage().service.token) => createClient({ baseURL: stage().service.baseURL, token }),
    stranger,
    async visitor(who) {
      const visitor = await stranger();
      await signIn(visitor.context, stage().service.baseURL, who);
      return visitor;
    },
  };
}

async function keepPictures(browser: Browser, test: string): Promise<void> {
  const name = test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60);
  for (const [place, page] of browser
    .contexts()
    .flatMap((context) => context.pages())
    .entries()) {
    const path = join(PICTURES, `${name}-${place}.png`);
    // A page may be gone by now.
    await page.screenshot({ path, timeout: 2000 }).then(
      () => console.log(`${page.url()}: ${path}`),
      () => undefined,
    );
  }
}
