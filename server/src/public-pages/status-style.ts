import { PAGE_STYLE } from '../pages/page-style.ts';

/** Style of status pages. Copies sizes and shapes from web/src/styles/tokens.css. */
export const STATUS_STYLE = `${PAGE_STYLE}.frame{max-width:90rem;margin:0 auto;padding:40px 24px 24px}
h1,h2,h3,p,ul{margin:0;padding:0}
ul{list-style:none}
h1{font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.012em;text-wrap:balance}
h2{font-size:16px;line-height:24px;font-weight:650;margin-bottom:12px}
h3{font-size:14px;font-weight:600;color:var(--soft)}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.soft{color:var(--soft)}
.lead{color:var(--soft);max-width:44rem;margin-top:8px;white-space:pre-line}
section{margin-top:40px}
svg.shape{width:12px;height:12px;flex:none}
.up{--tone:var(--up)}.late{--tone:var(--late)}.failing{--tone:var(--failing)}.down{--tone:var(--down)}.paused{--tone:var(--paused)}.new{--tone:var(--new)}.none{--tone:var(--none)}
.tone{color:var(--tone)}
.verdict{display:flex;gap:16px;align-items:center;margin-top:24px;padding:20px 24px;border:1px solid color-mix(in oklab,var(--tone) 34%,var(--line));border-radius:10px;background:color-mix(in oklab,var(--tone) 8%,var(--panel))}
.verdict svg.shape{width:28px;height:28px}
.verdict p:first-child{font-size:20px;line-height:28px;font-weight:650;text-wrap:balance}
.cards{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr))}
.card{padding:14px 16px;border:1px solid var(--line);border-radius:10px;background:var(--panel);break-inside:avoid}
.head{display:flex;gap:8px;align-items:baseline}
.head svg.shape{align-self:center}
.name{font-weight:600;flex:1;min-width:0}
.word{font-weight:500;white-space:nowrap}
.strip{display:block;width:100%;height:28px;margin-top:12px}
.strip path{fill:none;stroke-dasharray:3.6 1.4}
.ends{display:flex;justify-content:space-between;margin-top:2px;font-size:11px;line-height:14px;color:var(--soft)}
.strip .up{stroke:color-mix(in oklab,var(--up) 62%,var(--panel));stroke-width:23}
.strip .down,.strip .mark{fill:var(--down)}
.strip .whole{pointer-events:all}
.strip .empty{stroke:var(--line);stroke-width:4}
.foot{display:flex;justify-content:space-between;gap:12px;margin-top:6px;font-size:12px;line-height:16px;color:var(--soft)}
.rows>li{display:flex;gap:10px;align-items:baseline;padding:12px 16px;border:1px solid var(--line);border-bottom-width:0;background:var(--panel);break-inside:avoid}
.rows>li:first-child{border-radius:10px 10px 0 0}
.rows>li:last-child{border-bottom-width:1px;border-radius:0 0 10px 10px}
.rows>li:only-child{border-radius:10px}
.rows svg.shape{align-self:center}
.rows div{flex:1;min-width:0}
.days{columns:32rem;column-gap:24px}
.day{break-inside:avoid;padding-bottom:20px}
details summary{cursor:pointer;width:max-content;max-width:100%}
details summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
details li{padding-top:4px}
.day h3{margin-bottom:8px}
footer{display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between;margin-top:48px;padding-top:16px;border-top:1px solid var(--line);font-size:12px;line-height:16px;color:var(--soft)}
@media (max-width:639px){.frame{padding:24px 16px}h1{font-size:24px;line-height:32px}.verdict{padding:16px;gap:12px}.verdict svg.shape{width:22px;height:22px}section{margin-top:32px}}
@media (forced-colors:active){.strip .up,.strip .empty{stroke:CanvasText}.strip .down,.strip .mark{fill:Highlight}}
@media print{:root{color-scheme:light}body{background:none}.frame{padding:0;max-width:none}.verdict,.strip{print-color-adjust:exact;-webkit-print-color-adjust:exact}section{margin-top:24px}footer{margin-top:24px}}
`;
