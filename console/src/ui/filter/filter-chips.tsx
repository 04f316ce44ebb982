import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './filter-chips.module.css'
import { text } from '../text.ts'

export interface Chip<Name extends string> {
  names: readonly Name[]
  text: string
}

interface FilterChipsProps<Name extends string> {
  chips: readonly Chip<Name>[]
  onRemove: (names: readonly Name[]) => void
  onClear: () => void
}

export function FilterChips<Name extends string>({ chips, onRemove, onClear }: FilterChipsProps<Name>) {
  const t = useText(text)
  if (chips.length === 0) return null
  return (
    <ul className={`${styles['chips']} wrapping-row rigid gap-6`} aria-label={t('filters')}>
      {chips.map(({ text: message, names }) => (
        <li className="inline-row max-full-width radius-6 ground-tertiary font-13" key={names[0]}>
          <span title={message}>{message}</span>
          <button type="button" aria-label={t('removeFilter', { filter: message })} onClick={() => onRemove(names)}>
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
      <li className="inline-row ground-none max-full-width radius-6 font-13">
        <Button type="link" size="small" onClick={onClear}>
          {t('clearAll')}
        </Button>
      </li>
    </ul>
  )
}

/** Describes a range: `≥ 3`, `< 5`, `3 – 5`. */
export function describeSpan(from: string | undefined, to: string | undefined, below = '≤'): string {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`
  return from === undefined ? `${below} ${to}` : `≥ ${from}`
}
