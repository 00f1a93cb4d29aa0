import type { Command } from 'commander';
import type { CommandLine } from '../process/command-line.ts';

/** Adds a command to the program. */
type AddCommand = (program: Command, cli: CommandLine) => void;

interface CommandEntry {
  readonly name: string;
  /** Loads the command's file and the modules that only this command needs. */
  readonly load: () => Promise<AddCommand>;
}

/** The commands, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'exec', load: async () => (await import('./exec.ts')).addExec },
  { name: 'ping', load: async () => (await import('./ping.ts')).addPing },
  { name: 'flush', load: async () => (await import('./flush.ts')).addFlush },
  { name: 'spool', load: async () => (await import('./spool.ts')).addSpool },
  { name: 'list', load: async () => (await import('./list.ts')).addList },
  { name: 'show', load: async () => (await import('./show.ts')).addShow },
  { name: 'runs', load: async () => (await import('./runs.ts')).addRuns },
  { name: 'logs', load: async () => (await import('./logs.ts')).addLogs },
  { name: 'ack', load: async () => (await import('./ack.ts')).addAck },
  { name: 'pause', load: async () => (await import('./pause.ts')).addPause },
  { name: 'resume', load: async () => (await import('./resume.ts')).addResume },
  { name: 'mute', load: async () => (await import('./mute.ts')).addMute },
  { name: 'open', load: async () => (await import('./open.ts')).addOpen },
  { name: 'wait', load: async () => (await import('./wait.ts')).addWait },
  { name: 'doctor', load: async () => (await import('./doctor.ts')).addDoctor },
  { name: 'completion', load: async () => (await import('./completion.ts')).addCompletion },
  { name: 'apply', load: async () => (await import('./apply.ts')).addApply },
  { name: 'export', load: async () => (await import('./export.ts')).addExport },
  { name: 'login', load: async () => (await import('./login.ts')).addLogin },
  { name: 'logout', load: async () => (await import('./logout.ts')).addLogout },
  { name: 'discover', load: async () => (await import('./discover.ts')).addDiscover },
  { name: 'unit', load: async () => (await import('./unit.ts')).addUnit },
  { name: 'profiles', load: async () => (await import('./profiles.ts')).addProfiles },
  { name: 'whoami', load: async () => (await import('./whoami.ts')).addWhoami },
];
