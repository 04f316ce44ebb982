import { keyOf } from '@vermilion/canvas/dom-input'
import type { KeyboardEvent } from 'react'
import { useText } from '#lib/i18n.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import styles from './labels.module.css'
import { text } from './text.ts'

interface ShortcutFieldProps {
  value: string | null
  label: string
  usedShortcuts: readonly string[]
  onChange: (key: string | null) => void
}

/** Keys that keep their usual function in a form. */
const left = new Set(['Tab', 'Enter', 'Escape', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Process'])
const clearing = new Set(['Backspace', 'Delete'])

export function ShortcutField({ value, label, usedShortcuts, onChange }: ShortcutFieldProps) {
  const t = useText(text)
  const conflict = value !== null && usedShortcuts.includes(value)
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (left.has(key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(clearing.has(key) ? null : keyOf(event.nativeEvent))
  }
  return (
    <input
      className={`${styles['key']} rigid height-36 padding-0-4 border-strong radius-8 ground-quaternary text-ink font-inherit text-center narrow-hidden`}
      readOnly
      value={value === null ? '' : namesOfKeys(value).join(' ')}
      placeholder={t('key')}
      aria-label={label}
      aria-invalid={conflict}
      title={conflict ? t('shortcutTaken') : t('shortcutHint')}
      onKeyDown={press}
    />
  )
}
