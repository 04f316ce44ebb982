// Runs before the first paint, so that a dark console never flashes white. The colours are those of app/theme.ts, the
// defaults those of lib/system.ts; what is stored is only looked through here, for it may be nonsense.
{
  const stored = localStorage.getItem('system') ?? ''
  const followed = stored.includes('"theme":"system"') && matchMedia('(prefers-color-scheme: dark)').matches
  const dark = stored.includes('"theme":"dark"') || followed
  const ground = dark ? '#181818' : '#FCFCFC'
  const root = document.documentElement
  root.lang = stored.includes('"lang":"en-US"') ? 'en-US' : 'zh-CN'
  root.dataset.theme = dark ? 'dark' : 'light'
  root.style.backgroundColor = ground
  root.style.colorScheme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
}
