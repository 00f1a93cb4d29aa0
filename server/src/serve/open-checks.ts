import { type Checker, startChecker } from '../checks/checker.ts';
import { type CheckScheduler, createCheckScheduler } from '../checks/scheduler.ts';
import type { SealedChecks } from '../checks/sealed-check.ts';
import { databaseEndpoint } from '../checks/target-guard.ts';
import { checkerEnvironment } from '../platform/config/config.ts';
import type { Store } from '../store/store.ts';
import type { Parts } from './parts.ts';

/**
 * Creates the engine that checks targets; null if this process isn't configured to check. The process that makes the checks starts
 * with the first check, because most services need none.
 */
export function openChecks(
  { config, clock, log, epoch, store }: Parts,
  {
    sealedChecks,
    commands,
    port,
  }: { readonly sealedChecks: SealedChecks; readonly commands: Pick<Store, 'apply'>; readonly port: number },
): CheckScheduler | null {
  if (!config.roles.check) return null;
  const ownPorts = [port, ...(config.mailPing === null ? [] : [config.mailPing.port])];
  let checker: Checker | null = null;
  return createCheckScheduler({
    store,
    apply: commands.apply,
    sealedChecks,
    checker: {
      check(job) {
        checker ??= startChecker({
          clock,
          log,
          allowedAddresses: config.checkAddresses,
          environment: checkerEnvironment(),
          own: { ports: ownPorts, database: databaseEndpoint(config.database) },
        });
        return checker.check(job);
      },
      async stop() {
        await checker?.stop();
      },
    },
    clock,
    log,
    place: { node: epoch, region: config.checkRegion },
    isShared: store.isShared,
  });
}
