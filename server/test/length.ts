/** Whether this run is `npm run test:long`, which repeats tests that `npm test` runs once. */
export const isLongRun = process.env.TEST_LENGTH === 'long';
