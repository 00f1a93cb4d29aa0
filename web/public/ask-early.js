// Asks for what takes longest before the program is there that shows it, and takes it from here: src/data/early-answers.ts.
// A file of its own, since the policy forbids inline scripts.
// Pages that show all monitors at once.
if (['/', '/monitors', '/timeline', '/wallboard'].includes(location.pathname)) {
  const ask = (path) => fetch(path, { credentials: 'same-origin', redirect: 'manual' });
  const live = ask('/v1/live/');
  // Not before live events come: no change is missed between the two. Whoever is not signed in gets none of them.
  const list = live.then(({ ok }) => (ok ? ask('/v1/monitors/') : Promise.reject(new Error('Refused.'))));
  const answers = { '/v1/account/': ask('/v1/account/'), '/v1/live/': live, '/v1/monitors/': list };
  // What fails is asked for again.
  for (const answer of Object.values(answers)) answer.catch(() => undefined);
  window.earlyAnswers = new Map(Object.entries(answers));
}
