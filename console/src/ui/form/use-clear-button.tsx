import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'

/** The `allowClear` of a select with a localized name, which the library only has in English. */
export function useClearButton(): { clearIcon: ReactNode; label: string } {
  const t = useText(text)
  return { clearIcon: <CloseCircleFilled aria-hidden />, label: t('clearField') }
}
