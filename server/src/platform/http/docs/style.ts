/** The console's look in one small sheet, since the page loads nothing else. */
export const style = `
:root{color-scheme:light;--ground:#fcfcfc;--panel:#fff;--text:#1c1c1a;--quiet:#6b6b66;--line:#e6e6e3;--code:#f4f4f2;--accent:#b8300a}
:root[data-theme=dark]{color-scheme:dark;--ground:#181818;--panel:#1f1f1e;--text:#e9e9e6;--quiet:#a0a09a;--line:#333331;--code:#262625;--accent:#ff8a66}
@media(prefers-color-scheme:dark){:root:not([data-theme]){color-scheme:dark;--ground:#181818;--panel:#1f1f1e;--text:#e9e9e6;--quiet:#a0a09a;--line:#333331;--code:#262625;--accent:#ff8a66}}
*{box-sizing:border-box}html{scroll-padding-top:20px}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
.page{display:grid;grid-template-columns:290px minmax(0,860px);gap:0 48px;max-width:1280px;margin:0 auto;padding:0 24px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:28px 0;border-right:1px solid var(--line);font-size:13px}
nav h2{margin:0 0 8px;font-size:13px}nav ul{margin:0 0 12px;padding:0;list-style:none}nav li li a{display:flex;gap:8px;padding:2px 12px 2px 0;color:var(--quiet)}
nav li li span{flex:none;width:46px;font-size:11px;font-weight:600;line-height:20px}nav li li code{overflow:hidden;background:none;padding:0;text-overflow:ellipsis;white-space:nowrap}
nav>ul>li>a{display:block;margin-top:10px;color:var(--text);font-weight:600}
main{padding:28px 0 80px;min-width:0}header{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;justify-content:space-between}
h1{margin:0;font-size:24px}h2{margin:44px 0 12px;font-size:19px}h3{margin:0 0 6px;font-size:15px;font-weight:600;overflow-wrap:anywhere}h4{margin:16px 0 6px;color:var(--quiet);font-size:13px;font-weight:600}
p{margin:0 0 10px}a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12.5px}code{padding:1px 5px;border-radius:5px;background:var(--code)}
h3 code{padding:0;background:none;font-size:14px}pre{margin:0;padding:12px 14px;overflow-wrap:anywhere;border-radius:8px;background:var(--code);line-height:1.6;white-space:pre-wrap}
article{margin:0 0 16px;padding:18px 20px;border:1px solid var(--line);border-radius:10px;background:var(--panel)}article:target{border-color:var(--accent)}
.table{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:13px}th{color:var(--quiet);font-weight:500;text-align:left}th,td{padding:5px 14px 5px 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:first-child th{border:0}td:first-child{width:34%}td em{color:var(--accent);font-size:12px;font-style:normal}td code{background:none;padding:0}details{margin-top:12px}summary{width:fit-content;color:var(--quiet);font-size:13px;font-weight:600;cursor:pointer}
.method{display:inline-block;min-width:58px;margin-right:6px;padding:1px 8px;border-radius:6px;font-size:12px;line-height:20px;text-align:center;background:var(--code)}
.GET{color:#1d6fb8}.POST{color:#1c7c43}.PUT,.PATCH{color:#8a6100}.DELETE{color:#b3261e}
:root[data-theme=dark] .GET{color:#7cb8ee}:root[data-theme=dark] .POST{color:#6cc990}:root[data-theme=dark] :is(.PUT,.PATCH){color:#e0b455}:root[data-theme=dark] .DELETE{color:#f28b82}
@media(prefers-color-scheme:dark){:root:not([data-theme]) .GET{color:#7cb8ee}:root:not([data-theme]) .POST{color:#6cc990}:root:not([data-theme]) :is(.PUT,.PATCH){color:#e0b455}:root:not([data-theme]) .DELETE{color:#f28b82}}
@media(max-width:900px){.page{display:block;padding:0 14px}nav{position:static;height:auto;max-height:40vh;border:0;border-bottom:1px solid var(--line)}}`
