import { TYPEFACE_PATH } from './built-web.ts';

/**
 * Typeface and colours of pages without the application's code. Copies the colours from web/src/styles/tokens.css, and the typeface
 * with its fallbacks from typeface.css.
 */
export const PAGE_STYLE = `
@font-face{font-family:Figtree;font-weight:300 900;font-display:optional;src:url("${TYPEFACE_PATH}") format("woff2")}
@font-face{font-family:"Figtree fallback";src:local("Arial"),local("Liberation Sans"),local("Arimo"),local("Helvetica");size-adjust:100.72%;ascent-override:94.32%;descent-override:24.82%;line-gap-override:0%}
@font-face{font-family:"Figtree fallback Android";src:local("Roboto");size-adjust:100.94%;ascent-override:94.12%;descent-override:24.77%;line-gap-override:0%}
@font-face{font-family:"Figtree fallback Linux";src:local("DejaVu Sans");size-adjust:87.18%;ascent-override:108.96%;descent-override:28.67%;line-gap-override:0%}
:root{color-scheme:light dark;
--ground:light-dark(oklch(.983 .003 255),oklch(.18 .009 260));
--panel:light-dark(oklch(1 0 0),oklch(.215 .011 260));
--line:light-dark(oklch(.905 .006 255),oklch(.305 .013 260));
--ink:light-dark(oklch(.235 .018 260),oklch(.945 .005 255));
--soft:light-dark(oklch(.47 .018 260),oklch(.745 .012 258));
--accent:light-dark(oklch(.49 .18 265),oklch(.74 .125 265));
--on-accent:light-dark(oklch(1 0 0),oklch(.17 .03 265));
--up:light-dark(oklch(.53 .115 168),oklch(.77 .13 168));
--late:light-dark(oklch(.55 .115 88),oklch(.84 .14 95));
--failing:light-dark(oklch(.56 .145 52),oklch(.77 .15 60));
--down:light-dark(oklch(.53 .205 27),oklch(.7 .185 25));
--paused:light-dark(oklch(.5 .012 260),oklch(.68 .012 260));
--new:light-dark(oklch(.5 .06 255),oklch(.72 .06 255));
--none:var(--paused)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/20px Figtree,"Figtree fallback","Figtree fallback Android","Figtree fallback Linux",system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
`;
