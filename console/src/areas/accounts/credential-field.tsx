import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './credential-field.module.css'
import { text } from './text.ts'

interface Props {
  name: string
  label: string
  value: string
  problem: string
  hint?: string
  autoComplete: 'username' | 'current-password' | 'new-password'
  begin?: boolean
  maxLength: number
  onChange: (value: string) => void
}

/** A username or password field. antd's form would double the size of the sign-in page. */
export function CredentialField({
  name,
  label,
  value,
  problem,
  hint,
  autoComplete,
  begin,
  maxLength,
  onChange,
}: Props) {
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const t = useText(text)
  const secret = autoComplete !== 'username'
  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(secret && event.getModifierState('CapsLock'))
  const notes = [problem !== '' && `${name}-problem`, hint !== undefined && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="margin-bottom-20">
      <label className="block margin-bottom-6" htmlFor={name}>
        {label}
      </label>
      <Input
        id={name}
        name={name}
        type={secret && !visible ? 'password' : 'text'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and typing is how it is reached
        autoFocus={begin ?? false}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={checkCapsLock}
        onKeyUp={checkCapsLock}
        onBlur={() => setCapsLock(false)}
        status={problem === '' ? '' : 'error'}
        aria-invalid={problem !== ''}
        aria-describedby={notes === '' ? undefined : notes}
        suffix={
          secret ? (
            <button
              type="button"
              className="plain-button inline-flex text-tertiary"
              onClick={() => setVisible(!visible)}
              aria-label={t(visible ? 'hidePassword' : 'showPassword')}
            >
              {visible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            </button>
          ) : undefined
        }
      />
      {problem !== '' && (
        <p id={`${name}-problem`} className="margin-top-4 text-error" role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${name}-hint`} className="faint margin-top-4">
          {hint}
        </p>
      )}
      {capsLock && <output className={`${styles['capsLock']} block margin-top-4 font-13`}>{t('capsLock')}</output>}
    </div>
  )
}
