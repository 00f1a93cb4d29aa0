// Before the first paint, so that nobody who chose dark sees a white page. A file, since the policy forbids inline scripts.
try {
  const { theme, density } = JSON.parse(localStorage.getItem('overdue.appearance') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (density === 'compact') document.documentElement.dataset.density = density;
} catch {
  // What is stored there is not ours.
}
