import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { Popout } from '../overlay/popout.tsx'
import { text } from '../text.ts'

interface FilterButtonProps {
  set: number
  align?: 'left' | 'right'
  children: ReactNode
}

export function FilterButton({ set, align = 'left', children }: FilterButtonProps) {
  const t = useText(text)
  const message = set === 0 ? t('filters') : t('filtersSet', { count: set })
  return (
    <Popout
      sheet
      align={align}
      text={<span className="narrow-hidden">{message}</span>}
      label={message}
      icon={<FilterOutlined aria-hidden />}
      active={set > 0}
    >
      {children}
    </Popout>
  )
}
