import { DELIVERY_LIFETIME_MS } from '@overdue/domain/alerting/pack-deliveries.ts';
import type { Command } from 'commander';
import { type CommandLine, type CommonOptions, report, withExistingStore } from './command-line.ts';

export function addRetryAlerts(program: Command, cli: CommandLine): void {
  program
    .command('retry-alerts')
    .description('retry the alerts that were set aside because they could not be read; "check" lists them')
    .option('--json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const now = cli.clock.now();
      const alerts = await withExistingStore(cli, (store) =>
        store.makeAlertsDue({ setAside: 'all', expiresAt: now + DELIVERY_LIFETIME_MS }, now),
      );
      report(cli, { options, result: { alerts }, text: `Alerts to retry: ${alerts}` });
    });
}
