import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { useConnection } from '#lib/events/connection.ts'
import { useText } from '#lib/i18n.ts'
import { CodeGone } from '#lib/loading/load-code.ts'
import { queryClient } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import styles from './lost.module.css'
import { text } from '../text.ts'

export function CrashPage({ error, reset }: ErrorComponentProps): ReactNode {
  const t = useText(text)
  const router = useRouter()
  const offline = useConnection(({ connection }) => connection === 'offline')
  if (error instanceof CodeGone) return <NotLoaded offline={offline} />
  const retry = () => {
    // A cached response may be what the page crashed on.
    void queryClient.resetQueries()
    reset()
    void router.invalidate()
  }
  return (
    <State fullPage title={t('crashed')} text={t('crashedWords')}>
      <pre
        className={`${styles['details']} note basis-full padding-8-12 radius-8 ground-quaternary break-anywhere text-left white-space-pre-wrap`}
      >
        {detailsOf(error)}
      </pre>
      <div className="wrapping-row line-of-its-own gap-8 justify-center">
        <Button type="primary" onClick={retry}>
          {t('retry')}
        </Button>
        <CopyButton details={detailsOf(error)} />
        <Button onClick={() => void router.navigate({ to: '/welcome' })}>{t('toWelcome')}</Button>
      </div>
    </State>
  )
}

function detailsOf(error: unknown): string {
  const request = error instanceof ApiError && error.requestId !== '' ? [`request ${error.requestId}`] : []
  return [String(error), ...request, location.href].join('\n')
}

function CopyButton({ details }: { details: string }) {
  const t = useText(text)
  const [copied, setCopied] = useState(false)
  // Without HTTPS there is no clipboard; the text above can be selected.
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    setCopied(true)
  }
  return <Button onClick={() => void copy()}>{t(copied ? 'copied' : 'copyDetails')}</Button>
}

/** The server is away or was updated. Browser and router remember the failed module, so only a reload helps. */
function NotLoaded({ offline }: { offline: boolean }) {
  const t = useText(text)
  return (
    <State fullPage title={t(offline ? 'unloaded' : 'stale')} text={t(offline ? 'unloadedWords' : 'staleWords')}>
      <Button type="primary" disabled={offline} onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </State>
  )
}
