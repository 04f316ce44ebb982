import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { Popout } from '../overlay/popout.tsx'
import { text } from '../text.ts'
import styles from './filter-button.module.css'

/** The button behind which the rarer filters are. */
export function FilterButton({ set, children }: { set: number; children: ReactNode }) {
  const t = useText(text)
  const words = set === 0 ? t('filters') : t('filtersSet', { count: set })
  return (
    <Popout
      sheet
      words={<span className={styles['words']}>{words}</span>}
      label={words}
      icon={<FilterOutlined aria-hidden />}
      active={set > 0}
    >
      {children}
    </Popout>
  )
}
