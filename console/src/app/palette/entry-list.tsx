/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a combobox: its field has the focus and reads the keys, and no element of HTML is a list of options with pictures */
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import type { Entry, EntryGroup } from './entry.ts'
import styles from './palette.module.css'
import { text } from './text.ts'

export function optionId(id: string, { key }: Entry): string {
  return `${id}-${key.replaceAll(/[^\w-]/g, '_')}`
}

interface Props {
  id: string
  groups: readonly EntryGroup[]
  active: Entry | undefined
  onActive: (key: string) => void
  onRun: (entry: Entry, newTab: boolean) => void
}

export function EntryList({ id, groups, active, onActive, onRun }: Props) {
  const t = useText(text)
  const activeId = active === undefined ? undefined : optionId(id, active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  if (groups.length === 0) return null
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('results')} className={styles['list']}>
      {groups.map(({ key, title, entries }) => (
        <div key={key} role="group" aria-labelledby={`${id}-group-${key}`}>
          <div
            id={`${id}-group-${key}`}
            className="hint weight-500"
            style={{ padding: '10px 10px 4px' }}
            role="presentation"
          >
            {title}
          </div>
          {entries.map((entry) => (
            <Option key={entry.key} id={id} entry={entry} active={entry === active} onActive={onActive} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Pick<Props, 'id' | 'onActive' | 'onRun'> & { entry: Entry; active: boolean }

function Option({ id, entry, active, onActive, onRun }: OptionProps) {
  const { icon: Icon, text: message, note, keys } = entry
  return (
    <div
      id={optionId(id, entry)}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={`${styles['option']} row gap-12 padding-4-10 radius-8 cursor-pointer`}
      onPointerMove={() => active || onActive(entry.key)}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onRun(entry, ctrlKey || metaKey)}
    >
      <span className={`${styles['icon']} rigid width-18 text-tertiary font-16 line-height-1`}>
        {Icon && <Icon aria-hidden />}
      </span>
      <span className="ellipsis grow">{message}</span>
      {note !== undefined && <span className="faint">{note}</span>}
      {keys !== undefined && (
        <span aria-hidden>
          <Keys combination={keys} />
        </span>
      )}
    </div>
  )
}
