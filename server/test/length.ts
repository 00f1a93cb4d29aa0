/** Whether this run is `npm run test:long`, which repeats tests that `npm test` runs once. */
export const isLongRun = process.env.TEST_LENGTH === 'long';

/** Whether tests run their longest form, with hundreds of repetitions. */
export const isLongestRun = process.env.LONG_TESTS === '1';
