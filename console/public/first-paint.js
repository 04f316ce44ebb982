// Runs before the first paint, so that a dark console never flashes white. The colours are those of app/theme.ts.
const stored = localStorage.getItem('system') ?? ''
const dark = stored.includes('"theme":"dark"')
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
document.documentElement.lang = stored.includes('"lang":"en-US"') ? 'en-US' : 'zh-CN'
document.documentElement.style.backgroundColor = dark ? '#181818' : '#FCFCFC'
document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
