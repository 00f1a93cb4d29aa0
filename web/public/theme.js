// Runs before the first paint, so that the dark theme never flashes white, and pages without a side bar never show its
// placeholder. The code is in a separate file, because the Content Security Policy forbids inline scripts.
if (/^\/(?:sign-in|setup|reset-password|invite|wallboard)(?:\/|$)/.test(location.pathname))
  document.documentElement.dataset.starting = 'bare';
try {
  const { theme, density } = JSON.parse(localStorage.getItem('overdue.appearance') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (density === 'compact') document.documentElement.dataset.density = density;
} catch {
  // The stored value is invalid.
}
