import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useConnection } from '#lib/connection.ts'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/states.tsx'
import { text } from './text.ts'

/** What the browsers and Vite say when the code or the style of a page could not be had. */
const notLoaded = /dynamically imported module|Importing a module|Unable to preload/

/** What a page that threw shows; the shell around it lives on. */
export function CrashPage({ error, reset }: ErrorComponentProps): ReactNode {
  const t = useText(text)
  const offline = useConnection(({ connection }) => connection === 'offline')
  if (error instanceof Error && notLoaded.test(error.message)) return <NotLoaded offline={offline} />
  return (
    <State whole title={t('crashed')} words={t('crashedWords')}>
      <Button type="primary" onClick={reset}>
        {t('retry')}
      </Button>
      <Link to="/welcome">{t('toWelcome')}</Link>
    </State>
  )
}

/**
 * The server is away, or was brought up to date and has no parts of the old console any more. The browser and the
 * router remember that a part failed, so only loading everything again helps.
 */
function NotLoaded({ offline }: { offline: boolean }) {
  const t = useText(text)
  return (
    <State whole title={t(offline ? 'unloaded' : 'stale')} words={t(offline ? 'unloadedWords' : 'staleWords')}>
      <Button type="primary" disabled={offline} onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </State>
  )
}
