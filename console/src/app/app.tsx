import type { Language } from '@vermilion/contract/kernel/text'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import { RouterProvider } from '@tanstack/react-router'
import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { loginSearch } from '#areas/accounts'
import { session } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { pseudoTexts } from '#lib/pseudo.ts'
import { useReducedMotion, useSystem, useTheme } from '#lib/system.ts'
import { notify, NotifyHost } from '#ui/feedback/notify.tsx'
import { router } from './routes.tsx'
import { text } from './text.ts'
import { base, type Looks, themeOf, variablesClass } from './theme.ts'
import { Watermark } from './watermark.tsx'

const texts = { 'zh-CN': zhCN, 'en-US': enUS }
const locales = import.meta.env.MODE === 'pseudo' ? pseudoTexts(texts) : texts

session.onWay({
  announce(how, where) {
    const t = translator(text, useSystem.getState().lang)
    if (atLogin()) return
    if (how === 'expired') notify.error(t('expired'))
    else if (where === 'here') notify.success(t('logout_success'))
    else notify.info(t('signedOutElsewhere'))
  },
  leave(how, where) {
    const { href } = router.state.location
    const wished = how === 'signed-out' && where === 'here'
    if (!atLogin()) void router.navigate({ to: '/login', search: wished ? {} : { redirect: href } })
  },
  proceed() {
    const { search } = router.state.location
    if (atLogin()) void router.navigate({ href: loginSearch.parse(search).redirect ?? '/', replace: true })
  },
})

function atLogin(): boolean {
  return router.state.location.pathname === '/login'
}

export function App() {
  const looks = useLooks()
  const language = useSystem((system) => system.lang)
  useDocument(looks, language)
  useOtherTabs()
  return (
    <ConfigProvider
      theme={useMemo(() => themeOf(looks), [looks])}
      locale={locales[language]}
      button={{ autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }}
      // antd's own icons have English names for screen readers.
      select={{ suffixIcon: <DownOutlined aria-hidden />, loadingIcon: <LoadingOutlined aria-hidden /> }}
      tooltip={{ trigger: ['hover', 'focus'] }}
      wave={{ disabled: true }}
    >
      <RouterProvider router={router} />
      <NotifyHost />
      <Watermark />
    </ConfigProvider>
  )
}

function useLooks(): Looks {
  const theme = useTheme()
  const density = useSystem((system) => system.density)
  const reducedMotion = useReducedMotion()
  return useMemo(() => ({ theme, density, reducedMotion }), [theme, density, reducedMotion])
}

function useDocument({ theme, density, reducedMotion }: Looks, language: Language): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.classList.add(variablesClass)
    root.lang = language
    root.dataset['theme'] = theme
    root.dataset['density'] = density
    root.dataset['motion'] = reducedMotion ? 'reduced' : 'full'
    root.style.colorScheme = theme
    root.style.backgroundColor = ''
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', base[theme])
  }, [theme, density, reducedMotion, language])
}

function useOtherTabs(): void {
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === 'system') void useSystem.persist.rehydrate()
      session.follow(event)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
}
