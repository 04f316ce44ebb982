import { useLocation, useRouter } from '@tanstack/react-router'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import styles from './lost.module.css'
import { text } from '../text.ts'

export function NotFoundPage(): ReactNode {
  const t = useText(text)
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  usePageTrail({ text: t('notFoundShort') })
  const back = router.history.canGoBack()
  return (
    <State fullPage title={t('notFound')} text={t('notFoundWords')}>
      <code className={`${styles['path']} note basis-full padding-8-12 radius-8 ground-quaternary break-anywhere`}>
        {path}
      </code>
      <div className="wrapping-row line-of-its-own gap-8 justify-center">
        <Button type="primary" onClick={() => void router.navigate({ to: '/welcome' })}>
          {t('toWelcome')}
        </Button>
        {back && <Button onClick={() => router.history.back()}>{t('back')}</Button>}
      </div>
    </State>
  )
}
