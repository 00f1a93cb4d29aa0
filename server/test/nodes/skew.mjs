// Preloaded into a node to shift its wall clock by SKEW_MS, or by the number in SKEW_FILE, which may change.
import { readFileSync } from 'node:fs';

const file = process.env.SKEW_FILE;
const EVERY_MS = 20;
let skewMs = Number(process.env.SKEW_MS ?? 0);
const now = Date.now;
Date.now = () => now() + skewMs;
if (file !== undefined)
  setInterval(() => {
    skewMs = Number(readFileSync(file, 'utf8'));
  }, EVERY_MS).unref();
