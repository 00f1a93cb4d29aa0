import { PAGE_STYLE } from '../../pages/page-style.ts';

/**
 * Style of the action page, which shows a single card like the sign-in page. The log is a reversed column, because browsers show
 * its end first, where the error usually is. The height of the log fits whole lines, so that the uppermost line isn't cut.
 */
export const ACTION_STYLE = `${PAGE_STYLE}
body{font-size:16px;line-height:24px}
.frame{max-width:35rem;margin:0 auto;padding:20px 16px 32px}
.brand{display:flex;align-items:center;gap:8px;font-weight:600;margin:0 0 16px}
.brand svg{flex:none;width:24px;height:24px}
.product{white-space:nowrap}
.brand .team{margin-left:auto;text-align:right;font-weight:400;color:var(--soft);font-size:14px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:20px}
h1{font-size:22px;line-height:28px;font-weight:650;margin:0 0 4px}
h2{font-size:14px;line-height:20px;font-weight:600;margin:20px 0 6px}
p{margin:6px 0}
ul{margin:0;padding-left:20px}
li{margin:4px 0}
q{display:block;color:var(--soft)}
a{color:var(--accent)}
.soft{color:var(--soft);font-size:14px}
.since{font-weight:600;color:var(--down);margin:0}
.soft+.buttons{margin-top:6px}
summary{min-height:44px;line-height:44px;color:var(--soft);cursor:pointer}
.severity{display:inline-block;margin-right:8px;padding:0 8px;border:1px solid var(--line);border-radius:4px;font-size:14px}
.severity.critical{border-color:var(--down);background:var(--down);color:var(--panel)}
.description{color:var(--soft);white-space:pre-line}
form{margin:16px 0 0}
.buttons{display:grid;gap:10px;margin:10px 0 16px}
.name{display:block;color:var(--soft);font-size:14px}
.name input{display:block;width:100%;min-height:44px;margin-top:4px;padding:9px 12px;border:1px solid var(--line);border-radius:6px;background:var(--panel);color:var(--ink);font:inherit;font-size:16px}
button,.button{box-sizing:border-box;display:block;width:100%;font:inherit;min-height:48px;padding:11px 16px;border:1px solid var(--line);border-radius:6px;background:var(--panel);color:var(--ink);text-align:center;text-decoration:none;cursor:pointer}
button.main{min-height:56px;font-weight:600;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:focus-visible,input:focus-visible,a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.state{border:1px solid var(--up);border-radius:6px;padding:12px 16px;margin:16px 0}
.state strong{display:block;font-weight:600;color:var(--up)}
.state.snoozed{border-color:var(--line)}
.state.snoozed strong{color:inherit}
pre{margin:0;padding:8px 0;border:1px solid var(--line);border-radius:6px;background:var(--ground);max-height:330px;overflow:auto;display:flex;flex-direction:column-reverse;font:13px/20px ui-monospace,"SF Mono",Menlo,Consolas,monospace;white-space:pre-wrap}
pre>code{font:inherit}
pre>code>*{display:block;padding:0 12px;border-left:3px solid transparent}
pre .more{color:var(--soft)}
mark{background:color-mix(in oklab,var(--down) 12%,transparent);border-color:var(--down);color:inherit;font-weight:600}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:640px){.frame{padding-top:64px}.card{padding:32px}}
`;
