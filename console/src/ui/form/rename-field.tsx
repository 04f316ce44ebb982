import { useEffect, useRef } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import styles from './rename-field.module.css'
import { text } from '../text.ts'

interface RenameFieldProps {
  name: string
  onDone: (name: string | null) => void
}

export function RenameField({ name, onDone }: RenameFieldProps) {
  const t = useText(text)
  const field = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => {
    // The extension is seldom meant to change, so it stays unselected.
    const end = name.lastIndexOf('.')
    field.current?.focus()
    field.current?.setSelectionRange(0, end > 0 ? end : name.length)
  }, [name])
  const finish = (input: string | null) => {
    if (over.current) return
    over.current = true
    const requested = input?.trim() ?? ''
    onDone(requested === '' || requested === name ? null : requested)
  }
  return (
    <input
      ref={field}
      className={`${styles['field']} full-width min-width-0 height-24 padding-0-6 radius-4 ground-panel text-ink font-inherit font-13 no-outline`}
      aria-label={t('renameTo', { name })}
      defaultValue={name}
      maxLength={255}
      spellCheck={false}
      onBlur={({ target }) => finish(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') finish(event.currentTarget.value)
        else if (event.key === 'Escape') finish(null)
      }}
    />
  )
}
