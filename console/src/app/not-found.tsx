import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/states.tsx'
import { text } from './text.ts'

/** What an unknown address shows, inside the shell. */
export function NotFoundPage(): ReactNode {
  const t = useText(text)
  return (
    <State whole title={t('notFound')} words={t('notFoundWords')}>
      <Link to="/welcome">{t('toWelcome')}</Link>
    </State>
  )
}
