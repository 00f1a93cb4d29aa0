#!/usr/bin/env node
import './node-version.cjs';

void import('../src/main.ts');
