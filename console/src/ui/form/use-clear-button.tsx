import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'

/** `allowClear` of a select: the button that empties it, named in the reader's language (the library names it in English alone). */
export function useClearButton(): { clearIcon: ReactNode; label: string } {
  const t = useText(text)
  return { clearIcon: <CloseCircleFilled aria-hidden />, label: t('clearField') }
}
