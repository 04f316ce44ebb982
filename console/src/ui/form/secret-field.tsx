import Button from 'antd/es/button'
import Password from 'antd/es/input/Password'
import TextArea from 'antd/es/input/TextArea'
import { useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './schema-form.module.css'
import { text } from '../text.ts'

/** A stored secret is never sent to another address: when the address beside it changes, it has to be typed again (`moved`). */
export type StoredSecret = 'none' | 'kept' | 'moved'

interface SecretFieldProps {
  id?: string
  /** Undefined leaves the stored secret, null removes it. */
  value?: string | null
  onChange?: (value: string | null | undefined) => void
  stored: StoredSecret
  removable: boolean
  /** The secret has several lines, which a password field would join. */
  hasLines: boolean
}

export function SecretField({ id, value, onChange, stored, removable, hasLines }: SecretFieldProps) {
  const t = useText(text)
  const input = useRef<HTMLDivElement>(null)
  const replacing = stored === 'kept' && value === ''
  // After "replace", the field gets the focus.
  useEffect(() => {
    if (replacing) input.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [replacing])
  if (stored !== 'none' && value === null) {
    return (
      <div className={`${styles['secret']} wrapping-row gap-8`}>
        <span>{t('secretGoes')}</span>
        <Button id={id} onClick={() => onChange?.(undefined)}>
          {t('secretUndo')}
        </Button>
      </div>
    )
  }
  const remove = removable && <Button onClick={() => onChange?.(null)}>{t('secretRemove')}</Button>
  if (stored === 'kept' && value === undefined) {
    return (
      <div className={`${styles['secret']} wrapping-row gap-8`}>
        <span>{t('secretStored')}</span>
        <Button id={id} onClick={() => onChange?.('')}>
          {t('secretReplace')}
        </Button>
        {remove}
      </div>
    )
  }
  const field = {
    id,
    value: value ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange?.(target.value === '' && stored !== 'kept' ? undefined : target.value),
    spellCheck: false,
  }
  return (
    <div ref={input}>
      {stored === 'moved' && <p className="note margin-bottom-6">{t('secretMoved')}</p>}
      <div className={`${styles['secret']} wrapping-row gap-8`}>
        {hasLines ? (
          <TextArea {...field} rows={6} autoComplete="off" />
        ) : (
          <Password {...field} autoComplete="new-password" />
        )}
        {stored === 'kept' && <Button onClick={() => onChange?.(undefined)}>{t('secretKeep')}</Button>}
        {stored === 'moved' && remove}
      </div>
    </div>
  )
}
