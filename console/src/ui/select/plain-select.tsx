import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { ComponentProps } from 'react'
import styles from './plain-select.module.css'

interface PlainSelectProps extends ComponentProps<'select'> {
  bare?: boolean
}

export function PlainSelect({ bare = false, children, ...rest }: PlainSelectProps) {
  return (
    <span className={`${styles['frame']} inline-row relative min-width-0`} data-bare={bare || undefined}>
      <select
        className="field-frame full-width min-width-0 text-ink font-inherit text-ellipsis no-appearance cursor-pointer"
        {...rest}
      >
        {children}
      </select>
      <DownOutlined aria-hidden />
    </span>
  )
}
