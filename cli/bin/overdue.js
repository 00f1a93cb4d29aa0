#!/usr/bin/env node
import './node-options.cjs';
import './node-version.cjs';

void import('../src/main.ts');
