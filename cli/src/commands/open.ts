import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { printResult } from '../print/result.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue open                  the list of monitors
  overdue open nightly-backup

Prints the address of the page, and opens the page in a browser if this host has one.

Exit status: 0; 1 if there is no such monitor. See "overdue --help" for errors.`;

export function addOpen(program: Command, cli: CommandLine): void {
  const command = program
    .command('open')
    .description('open a page of the application in the browser')
    .argument('[monitor]', 'name, slug or ID (default: the list of monitors)')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string | undefined, options: ServiceOptions) => {
    const { client, url } = openService(cli, options);
    const path = name === undefined ? '' : `/${(await findMonitor(client, name)).shortID}`;
    const page = `${url}/monitors${path}`;
    printResult(cli, { json: options.json, value: { url: page }, text: () => `${page}\n` });
    if (options.json !== true) openInBrowser(page, cli.env);
  });
}

/** Opens a page in the browser. Does nothing on hosts without a display. */
function openInBrowser(page: string, env: CommandLine['env']): void {
  const hasScreen =
    process.platform === 'darwin' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  if (!hasScreen) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
