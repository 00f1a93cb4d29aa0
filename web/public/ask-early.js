// Requests slow data before the application has loaded; src/data/early-responses.ts uses the responses. Runs only on
// pages that show all monitors. The code is in a separate file, because the Content Security Policy forbids inline
// scripts.
if (['/', '/monitors', '/timeline', '/wallboard'].includes(location.pathname)) {
  const ask = (path) => fetch(path, { credentials: 'same-origin', redirect: 'manual' });
  const live = ask('/v1/live/?view=rows');
  // Waits for the live stream, so that no change is missed before the list arrives. Without a sign-in, the stream is refused.
  const list = live.then(({ ok }) =>
    ok ? ask('/v1/monitors/rows/') : Promise.reject(new Error('Refused.')),
  );
  const answers = {
    '/v1/account/': ask('/v1/account/'),
    '/v1/live/?view=rows': live,
    '/v1/monitors/rows/': list,
  };
  // Avoids unhandled rejections. The application repeats failed requests.
  for (const answer of Object.values(answers)) answer.catch(() => undefined);
  window.earlyResponses = new Map(Object.entries(answers));
}
