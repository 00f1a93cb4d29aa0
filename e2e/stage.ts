import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject, test } from 'vitest';
import { type Client, createClient } from '../sdk/src/index.ts';
import { signIn } from './api-sign-in.ts';
import { type BrowserErrors, recordBrowserErrors } from './browser-errors.ts';
import { findChromium, findHeadlessShell, launchChromium } from './chromium.ts';
import { saveData } from './data-saver.ts';
import { type LateResponses, startLateResponses } from './late-responses.ts';
import { recordOpenRequests } from './open-requests.ts';
import { type ServedApplication, type ServiceOptions, serveApplication } from './served-application.ts';

/** Maximum time a test waits. Everything that a user waits for takes less time. */
const PATIENCE_MS = 30_000;

const PICTURES = join(tmpdir(), 'overdue-e2e-failures');

/** A test that needs the browser. Without Chromium, the test is skipped, but in CI it fails. */
export const browserTest = test.skipIf(findChromium() === null);

/** A browser with its own cookies and one page. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in any page of the browser. */
  readonly browserErrors: BrowserErrors;
}

export interface StageOptions extends ServiceOptions {
  /** Use Chromium even if the headless shell is installed. */
  readonly needsWindows?: boolean;
}

export interface Stage {
  readonly service: ServedApplication;
  readonly browser: Browser;
  /** API client of the team's owner, or of another token. */
  api(token?: string): Client;
  signedOutVisitor(): Promise<Visitor>;
  /** Opens a browser that is signed in as the owner, or as `who`. */
  visitor(who?: { readonly email: string; readonly password: string }): Promise<Visitor>;
}

/**
 * Starts the stage before the tests of a file, and stops it afterwards. Saves screenshots of failed tests, and prints requests
 * without a complete response.
 * @param options a function if the options depend on a resource that must be created first
 */
export function useStage(options: StageOptions | (() => Promise<StageOptions>)): Stage {
  let opened:
    | { readonly service: ServedApplication; readonly browser: Browser; readonly late: LateResponses | null }
    | undefined;
  const openRequests = new Map<BrowserContext, () => readonly string[]>();
  const stage = () => {
    if (opened === undefined) throw new Error('The stage is opened before the tests, and not earlier.');
    return opened;
  };
  beforeAll(async () => {
    const { needsWindows = false, ...chosen } = typeof options === 'function' ? await options() : options;
    const seed = process.env.LATE_RESPONSES ?? '';
    const late = seed === '' ? null : await startLateResponses(seed);
    const [service, browser] = await Promise.all([
      serveApplication({ prepared: inject('preparedTeam'), ...chosen }),
      launchChromium({
        executablePath: needsWindows ? findChromium() : findHeadlessShell(),
        flags: late?.flags ?? [],
      }),
    ]);
    opened = { service, browser, late };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await keepPictures(stage().browser, task.name);
    for (const list of openRequests.values()) for (const request of list()) console.log(request);
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.late?.close();
    await opened?.service.stop();
  });

  async function signedOutVisitor(): Promise<Visitor> {
    const { service, browser } = stage();
    const context = await browser.newContext({
      baseURL: service.baseURL,
      locale: 'en-GB',
      timezoneId: 'Europe/Riga',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await saveData(context);
    const browserErrors = recordBrowserErrors(context, service.baseURL);
    openRequests.set(context, recordOpenRequests(context));
    context.on('close', () => openRequests.delete(context));
    return { context, page: await context.newPage(), browserErrors };
  }
  return {
    get service() {
      return stage().service;
    },
    get browser() {
      return stage().browser;
    },
    api: (token = stage().service.token) => createClient({ baseURL: stage().service.baseURL, token }),
    signedOutVisitor,
    async visitor(who) {
      const visitor = await signedOutVisitor();
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
    // The page may have closed.
    await page.screenshot({ path, timeout: 2000 }).then(
      () => console.log(`${page.url()}: ${path}`),
      () => undefined,
    );
  }
}
