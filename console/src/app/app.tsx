import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import { RouterProvider } from '@tanstack/react-router'
import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useEffect, useLayoutEffect } from 'react'
import { session } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { useSystem, useTheme } from '#lib/system.ts'
import { notify, NotifyHost } from '#ui/notify.tsx'
import { router } from './routes.tsx'
import { text } from './text.ts'
import { themeOf, variablesClass } from './theme.ts'
import { Watermark } from './watermark.tsx'

const locales = { 'zh-CN': zhCN, 'en-US': enUS }
const themes = { light: themeOf('light'), dark: themeOf('dark') }

session.onExpired({
  announce: () => notify.error(translator(text, useSystem.getState().lang)('expired')),
  leave: () => {
    const { pathname, href } = router.state.location
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { redirect: href } })
  },
})

/** Everything that every page stands in: theme, language, data, routes. */
export function App() {
  const theme = useTheme()
  const language = useSystem((system) => system.lang)
  useDocument()
  return (
    <ConfigProvider
      theme={themes[theme]}
      locale={locales[language]}
      button={{ autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }}
      wave={{ disabled: true }}
    >
      <RouterProvider router={router} />
      <NotifyHost />
      <Watermark />
    </ConfigProvider>
  )
}

/** Keeps the document in step with the settings, and this tab with the others. */
function useDocument(): void {
  const theme = useTheme()
  const language = useSystem((system) => system.lang)
  useLayoutEffect(() => {
    const root = document.documentElement
    root.classList.add(variablesClass)
    root.dataset['theme'] = theme
    root.style.colorScheme = theme
    root.style.backgroundColor = ''
    root.lang = language
  }, [theme, language])
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === 'system') void useSystem.persist.rehydrate()
      if (key === 'token' && session.token() === null) void router.invalidate()
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
}
