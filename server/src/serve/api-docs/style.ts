export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(99% 0.003 250), oklch(19% 0.012 250));
  --raised: light-dark(oklch(96% 0.006 250), oklch(24% 0.014 250));
  --line: light-dark(oklch(90% 0.008 250), oklch(33% 0.014 250));
  --text: light-dark(oklch(25% 0.015 250), oklch(91% 0.008 250));
  --quiet: light-dark(oklch(48% 0.015 250), oklch(71% 0.012 250));
  --accent: light-dark(oklch(47% 0.14 255), oklch(77% 0.11 250));
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; display: grid; grid-template-columns: 230px minmax(0, 1fr);
  background: var(--ground); color: var(--text); font: 15px/1.55 system-ui, sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 12px 24px 20px;
  border-right: 1px solid var(--line); font-size: 13px;
}
nav h2 { margin: 20px 0 4px; font-size: 12px; color: var(--quiet); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 2px 8px; border-radius: 4px; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--raised); }
main { padding: 24px 32px 96px; max-width: 1440px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 8px 0 16px; font-size: 28px; line-height: 1.2; }
section > h2 { margin: 56px 0 4px; font-size: 20px; }
h3 { margin: 0 0 4px; font-size: 16px; }
h4 { margin: 20px 0 6px; font-size: 13px; color: var(--quiet); }
p, ul { margin: 8px 0; max-width: 72ch; }
small { color: var(--quiet); font-size: 12px; }
code, pre { font-family: var(--mono); font-size: 0.88em; }
:not(pre) > code { background: var(--raised); border-radius: 3px; padding: 1px 4px; }
pre {
  margin: 0 0 12px; padding: 12px 14px; overflow: auto; max-height: 480px;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45;
}
article {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px 40px;
  padding: 28px 0; border-top: 1px solid var(--line);
}
.anchor { color: var(--quiet); text-decoration: none; opacity: 0; }
h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
.path { margin: 4px 0 8px; overflow-wrap: anywhere; }
.path b { font: 600 12px var(--mono); color: var(--accent); }
.path .delete { color: light-dark(oklch(50% 0.17 27), oklch(76% 0.13 27)); }
.responses { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; }
.responses a { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 400; white-space: nowrap; }
.type { color: var(--quiet); white-space: nowrap; }
@media (max-width: 1100px) { article { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 760px) {
  body { display: block; }
  nav {
    position: static; height: auto; padding: 16px 20px; display: flex; flex-wrap: wrap; gap: 4px 16px;
    border-right: 0; border-bottom: 1px solid var(--line);
  }
  nav > a { width: 100%; }
  nav h2 { margin: 0; }
  nav ul { display: none; }
  main { padding: 16px 20px 64px; }
}
@media print { nav { display: none; } body { display: block; } pre { max-height: none; } }
`;
