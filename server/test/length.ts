/** Whether this is `npm run test:long`, which repeats what `npm test` does once. */
export const isLongRun = process.env.TEST_LENGTH === 'long';
