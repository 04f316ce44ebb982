import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { Menu } from '../menu/menu.tsx'
import styles from './selection-bar.module.css'
import { text } from '../text.ts'

export interface FileAction {
  key: string
  text: string
  danger?: boolean
  icon?: ReactNode
  more?: boolean
  disabled?: boolean
  run: () => void
}

interface SelectionBarProps {
  count: number
  note: string | undefined
  total: number
  actions: readonly FileAction[]
  onAll: () => void
  onClear: () => void
}

export function SelectionBar({ count, note, total, actions, onAll, onClear }: SelectionBarProps) {
  const t = useText(text)
  const more = actions.filter((action) => action.more === true)
  return (
    <div
      className={`${styles['bar']} row absolute inset-0 layer-5 gap-8 min-height-36 radius-8 scroll-x`}
      role="toolbar"
      aria-label={t('selected', { count })}
    >
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('clearSelection')}
        title={t('clearSelection')}
        onClick={onClear}
      />
      <span className="inline-flex gap-8 align-baseline tabular weight-500 nowrap" aria-live="polite">
        {t('selected', { count })}
        {note !== undefined && <small className="note weight-400">{note}</small>}
      </span>
      {count < total && (
        <Button size="small" type="link" onClick={onAll}>
          {t('selectMatching', { total })}
        </Button>
      )}
      <span className="flex gap-8 push-right">
        {actions
          .filter((action) => action.more !== true)
          .map(({ key, text: message, danger = false, icon, disabled = false, run }) => (
            <Button key={key} size="small" danger={danger} icon={icon} disabled={disabled} onClick={run}>
              {message}
            </Button>
          ))}
        {more.length > 0 && (
          <Menu label={t('actions')} actions={more}>
            {(button) => (
              <Button
                {...button}
                size="small"
                icon={<MoreOutlined aria-hidden />}
                aria-label={t('actions')}
                title={t('actions')}
              />
            )}
          </Menu>
        )}
      </span>
    </div>
  )
}
