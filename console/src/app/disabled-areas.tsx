import { type AreaKey, settingsEndpoints } from '@vermilion/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { activeItem } from './navigation.tsx'
import { text } from './text.ts'

const none: readonly AreaKey[] = []

/** Areas that the server's settings disable; none while loading. */
export function useDisabledAreas(): readonly AreaKey[] {
  return useQuery(read(settingsEndpoints.getSettings, {})).data?.disabledAreas.value ?? none
}

/** The page, or a note that its area is disabled, since its address still works. */
export function OpenArea({ children }: { children: ReactNode }) {
  const t = useText(text)
  const disabled = useDisabledAreas()
  const item = activeItem(useLocation({ select: ({ pathname }) => pathname }))
  if (item === undefined || !disabled.includes(item.key)) return children
  return (
    <State fullPage title={t('areaDisabled', { area: t(item.key) })} text={t('areaDisabledWords')}>
      <Link to="/settings/common">{t('toServerSettings')}</Link>
      <Link to="/welcome">{t('toWelcome')}</Link>
    </State>
  )
}
