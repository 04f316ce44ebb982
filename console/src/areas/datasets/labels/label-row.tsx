import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import type { LabelInput } from './label-input.ts'
import styles from './labels.module.css'
import { keyOf } from '@vermilion/canvas/dom-input'
import type { KeyboardEvent } from 'react'
import { text } from './text.ts'
import { AttributesField } from './attributes-field.tsx'
import { useSystem } from '#lib/system.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { meaningOf } from './studio-key.ts'

interface LabelRowProps {
  label: LabelInput
  index: number
  last: boolean
  usedShortcuts: readonly string[]
  opened: boolean
  onOpen: () => void
  onChange: (changes: Partial<LabelInput>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function LabelRow(props: LabelRowProps) {
  const { label, index, last, usedShortcuts, opened, onOpen, onChange, onMove, onRemove } = props
  const t = useText(text)
  const { name, attributes = [] } = label
  const count = attributes.length
  return (
    <div className={styles['row']} data-opened={opened}>
      <div className={`${styles['label']} row gap-6`}>
        <input
          type="color"
          value={label.colour ?? '#e69f00'}
          onChange={({ target }) => onChange({ colour: target.value })}
          aria-label={t('labelColour', { name })}
        />
        <Input
          value={name}
          maxLength={100}
          onChange={({ target }) => onChange({ name: target.value })}
          aria-label={t('labelName', { index: index + 1 })}
        />
        <ShortcutField
          value={label.shortcut ?? null}
          label={t('shortcutOf', { name })}
          usedShortcuts={usedShortcuts}
          onChange={(shortcut) => onChange({ shortcut })}
        />
        <Button
          type="text"
          className={styles['tool'] ?? ''}
          icon={<ProfileOutlined aria-hidden />}
          aria-expanded={opened}
          aria-label={t('attributesOf', { name, count })}
          title={t('attributesOf', { name, count })}
          onClick={onOpen}
        >
          {count === 0 ? null : count}
        </Button>
        <span className={`${styles['moves']} grid rigid`}>
          <button
            className="plain-button centered width-24 height-18 radius-4 text-tertiary font-11"
            type="button"
            disabled={index === 0}
            aria-label={t('moveUp', { name })}
            title={t('moveUp', { name })}
            onClick={() => onMove(-1)}
          >
            <ArrowUpOutlined aria-hidden />
          </button>
          <button
            className="plain-button centered width-24 height-18 radius-4 text-tertiary font-11"
            type="button"
            disabled={last}
            aria-label={t('moveDown', { name })}
            title={t('moveDown', { name })}
            onClick={() => onMove(1)}
          >
            <ArrowDownOutlined aria-hidden />
          </button>
        </span>
        <Button
          type="text"
          className={styles['tool'] ?? ''}
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('removeLabel', { name })}
          onClick={onRemove}
        />
      </div>
      {typeof label.shortcut === 'string' && <KeyWarning value={label.shortcut} />}
      {opened && (
        <AttributesField label={name} value={attributes} onChange={(next) => onChange({ attributes: next })} />
      )}
    </div>
  )
}

function KeyWarning({ value }: { value: string }) {
  const t = useText(text)
  const names = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const meaning = meaningOf(value, keymap)
  if (meaning === null) return null
  const key = namesOfKeys(value).join('+')
  return (
    <span className={`${styles['warning']} block font-13 narrow-hidden`} role="alert">
      {meaning === 'reserved' ? t('shortcutReserved', { key }) : t('shortcutRuns', { key, command: names(meaning.id) })}
    </span>
  )
}

interface ShortcutFieldProps {
  value: string | null
  label: string
  usedShortcuts: readonly string[]
  onChange: (key: string | null) => void
}

/** Keys that keep their usual function in a form. */
const keysOfBrowser = new Set([
  'Tab',
  'Enter',
  'Escape',
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Process',
])

const clearing = new Set(['Backspace', 'Delete'])

function ShortcutField({ value, label, usedShortcuts, onChange }: ShortcutFieldProps) {
  const t = useText(text)
  const conflict = value !== null && usedShortcuts.includes(value)
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (keysOfBrowser.has(key) || event.ctrlKey || event.metaKey || event.altKey) return
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
