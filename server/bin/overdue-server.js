#!/usr/bin/env node
// Plain JavaScript, which any Node can run. The service needs a current Node, such as the one in the npm package `node`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBundle } from './bundle.js';

const NODE_MAJOR_MIN = 26;
/** Folder in which Node caches compiled sources, which shortens a start. If the folder can't be written, Node works without a cache. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/overdue', import.meta.url));
/** npm packages that may have installed a Node here. */
const NODES = [
  'node',
  `node-${process.platform}-${process.arch}`,
  `node-bin-${process.platform}-${process.arch}`,
];

if (majorOf(process.versions.node) >= NODE_MAJOR_MIN) {
  // Called through the default import, because older Nodes don't export this function. NODE_COMPILE_CACHE takes precedence.
  nodeModule.enableCompileCache(COMPILE_CACHE);
  void import(findBundle() ?? '../src/main.ts');
} else {
  const pinned = pinnedNode();
  if (pinned === null) {
    process.stderr.write(
      `Overdue needs Node ${NODE_MAJOR_MIN} or newer; this is Node ${process.versions.node}. ` +
        'Run "npm ci" in the directory of Overdue, which installs one beside it, or install a newer Node.\n',
    );
    process.exitCode = 1;
  } else {
    runWith(pinned);
  }
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** Returns the path of a Node that npm installed beside this program; null if there is none. */
function pinnedNode() {
  return NODES.map(pinnedNodeOf).find((file) => file !== null) ?? null;
}

function pinnedNodeOf(name) {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    const file = join(dirname(manifest), typeof bin === 'string' ? bin : bin.node);
    return majorOf(version) >= NODE_MAJOR_MIN && existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** Replaces this process by the other Node. On systems without `execve`, starts a child, forwards signals and returns its exit code. */
function runWith(node) {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, [node, ...args], process.env);
  }
  const child = spawn(node, args, { stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  // A terminal sends Ctrl-C to both processes, so forwarding the signal would deliver it twice.
  const ignore = () => {};
  process.on('SIGINT', process.stdin.isTTY ? ignore : forward);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, forward);
  child.on('error', (error) => {
    process.stderr.write(`${node} can't be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code === null ? 1 : code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
