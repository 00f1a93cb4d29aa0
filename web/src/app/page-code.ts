import { isReachable, waitToRetry } from '../offline/probe.ts';
import { createCodeLoader } from './load-code.ts';

/** Loads the code of pages and dialogs. While the service is unreachable, the load waits. */
export const codeLoader = createCodeLoader({ isReachable, waitToRetry });
