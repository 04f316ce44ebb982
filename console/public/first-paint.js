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

// The program itself may not come either. Until it does nothing is typed, so the page is loaded anew once it can be had.
addEventListener('error', (event) => tellMissingProgram(event.target), true)

/** @param {unknown} source the element whose file did not come */
function tellMissingProgram(source) {
  const isStyle = source instanceof HTMLLinkElement && source.rel === 'stylesheet'
  const address = source instanceof HTMLScriptElement ? source.src : isStyle ? source.href : ''
  const container = document.getElementById('root')
  if (address === '' || container === null || container.childElementCount > 0) return
  const words = document.createElement('p')
  words.role = 'alert'
  words.textContent =
    document.documentElement.lang === 'en-US'
      ? 'The program could not be loaded. It is tried again until the server answers.'
      : '程序未能加载，正在重试，直到服务器响应。'
  Object.assign(words.style, { margin: '20vh auto', maxWidth: '40em', padding: '0 16px', fontFamily: 'sans-serif' })
  words.style.color = document.documentElement.dataset.theme === 'dark' ? '#E8E8E8' : '#181818'
  container.append(words)
  const retry = async () => {
    // oxlint-disable-next-line no-restricted-globals -- nothing of the program is there that asks the server
    const reply = await fetch(address, { cache: 'reload' }).catch(() => undefined)
    if (reply?.ok === true) location.reload()
    else setTimeout(() => void retry(), 2_000)
  }
  setTimeout(() => void retry(), 1_000)
}
