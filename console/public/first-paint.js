// Runs before the first paint, so that a dark console never flashes white. The colours are those of app/theme.ts, the
// defaults those of lib/system.ts, which also decides what to make of a value that it does not know.
{
  let wishes = {}
  try {
    wishes = JSON.parse(localStorage.getItem('system') ?? '{}')?.state ?? {}
  } catch {}
  const asked = (feature) => matchMedia(feature).matches
  const dark = wishes.theme === 'dark' || (wishes.theme === 'system' && asked('(prefers-color-scheme: dark)'))
  const ground = dark ? '#181818' : '#FCFCFC'
  const root = document.documentElement
  root.lang = wishes.lang === 'en-US' ? 'en-US' : 'zh-CN'
  root.dataset.theme = dark ? 'dark' : 'light'
  root.style.backgroundColor = ground
  root.style.colorScheme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]').content = ground
}
