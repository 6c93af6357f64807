/** How the page looks: light and dark, narrow and wide, on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f7f9;--line:#e3e6ea;--ink:#14171c;--muted:#59616e;--link:#2563eb;
--get:#0b6b3a;--post:#1d4ed8;--put:#8a5300;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--ground:#121418;--raised:#1b1e24;--line:#2c313a;--ink:#eff1f4;--muted:#a5adba;--link:#60a5fa;
--get:#5fd39b;--post:#8ab4ff;--put:#f0b45c;--delete:#ff9a8f}}
*{box-sizing:border-box}[hidden]{display:none!important}
html{scroll-padding-top:24px}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;
font:1rem/1.5 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',system-ui,sans-serif}
a{color:var(--link);text-underline-offset:2px}
:is(a,summary,pre,button,input):focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}.skip:focus{position:fixed;left:12px;top:12px;z-index:2;padding:8px 12px;background:var(--ground)}
header,main{padding:0 20px;max-width:1200px;margin:0 auto}header{padding-top:40px}main{padding-bottom:80px}
nav{padding:12px 20px;background:var(--ground);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:1}
#contents>summary{font-weight:600}#contents[open]{max-height:80vh;overflow:auto;padding-inline:3px}
h1{margin:0 0 8px;font-size:1.75rem;line-height:1.2;letter-spacing:-.022em}
h2{margin:56px 0 8px;font-size:1.375rem;letter-spacing:-.01em}h3{margin:0;font-size:1.0625rem;line-height:1.5}h4{margin:20px 0 6px;font-size:.875rem}
h2,h3,article{scroll-margin-top:72px}
p{margin:0 0 12px}.muted,.muted p{color:var(--muted)}
nav ul{margin:0 0 16px;padding:0;list-style:none;font-size:.875rem}nav p{margin:16px 0 4px;font-size:.875rem;font-weight:600}
nav li a{display:block;padding:4px 0;color:inherit;text-decoration:none}nav li a:hover{text-decoration:underline}
nav p a{display:inline-block;padding:4px 0;color:inherit;text-decoration:none}.fields a,dt a{display:inline-block;padding:3px 0}
nav label{display:block;margin:12px 0 0;font-size:.875rem}
nav input{display:block;width:100%;min-height:40px;margin-top:4px;padding:6px 10px;border:1px solid #868e9b;border-radius:8px;background:var(--ground);color:inherit;font:inherit}
nav #found{font-weight:400;min-height:1.5em;margin:4px 0 0;color:var(--muted);font-size:.875rem}
section>article{padding:28px 0;border-top:1px solid var(--line)}
code,pre{font:.875rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace}
p code,dd code,td code,span code{padding:1px 4px;border-radius:4px;background:var(--raised);font-size:.8125rem}
.call{margin:2px 0 8px}.call code{padding:0;background:none}.call b{margin-inline-end:8px}
.GET{color:var(--get)}.POST{color:var(--post)}.PUT,.PATCH{color:var(--put)}.DELETE{color:var(--delete)}
.shown{position:relative}.shown h4{margin-top:0}.shown+.shown{margin-top:16px}
pre{margin:0 0 8px;padding:12px 14px;overflow:auto;max-height:420px;border-radius:8px;background:var(--raised);tab-size:2}
.shown h4{margin-bottom:8px}.samples{margin-top:20px}
.shown button{position:absolute;right:0;top:-5px;min-height:28px;padding:2px 10px;border:1px solid var(--line);border-radius:6px;background:var(--ground);color:inherit;font:.8125rem/1.5 inherit;font-family:inherit;cursor:pointer}
.guide .shown button{right:8px;top:6px}
dl{margin:0}dt{margin-top:8px}dd{margin:0;color:var(--muted)}dd p{margin:0}
.fields{margin:0;padding:0;list-style:none}.fields li{margin-top:8px}.fields p{margin:0;color:var(--muted)}
.fields .fields{margin:4px 0 8px;padding-inline-start:14px;border-inline-start:2px solid var(--line)}
summary{padding:4px 0;cursor:pointer}
table{width:100%;margin:0 0 12px;border-collapse:collapse;font-size:.9375rem}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}th:first-child,td:first-child{width:12em}
@media(max-width:599px){th:first-child,td:first-child{width:40%}
.guide .shown{display:grid}.guide .shown button{position:static;justify-self:end;margin-bottom:6px}}
@media(min-width:1000px){
body{display:grid;grid-template-columns:280px minmax(0,1fr);align-items:start}
header,main{grid-column:2;max-width:1180px;width:100%;padding-inline:40px;margin:0}
nav{grid-column:1;grid-row:1/span 2;height:100vh;overflow:auto;border-bottom:0;border-inline-end:1px solid var(--line);padding:20px 16px 20px 20px}
#contents>summary{list-style:none;pointer-events:none}#contents[open]{max-height:none;overflow:visible}
h2,h3,article{scroll-margin-top:16px}.guide,.about{max-width:760px}
section>article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:8px 40px}
.samples{margin:0;padding-top:6px;position:sticky;top:10px;align-self:start;max-height:calc(100vh - 32px);overflow:auto}}
@media print{nav,.shown button{display:none}pre{max-height:none}}
`
