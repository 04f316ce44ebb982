import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input from 'antd/es/input/Input'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './search-field.module.css'
import { text } from '../text.ts'

const pause = 250

interface SearchFieldProps {
  value: string | undefined
  onSearch: (value: string | undefined) => void
  label: string
  name?: string
  width?: number
  hint?: string
}

export function SearchField({ value = '', onSearch, label, name, width = 340, hint }: SearchFieldProps) {
  const t = useText(text)
  const [draft, setTyped] = useState(value)
  const [syncedValue, setKnown] = useState(value)
  const [composing, setComposing] = useState(false)
  // The address changed elsewhere (Back, a link), so the field follows.
  if (syncedValue !== value) {
    setKnown(value)
    setTyped(value)
  }
  const search = useEffectEvent((next: string) => {
    if (next !== value) onSearch(next === '' ? undefined : next)
  })
  useEffect(() => {
    // The input method is still composing.
    if (composing) return
    const timer = setTimeout(() => search(draft.trim()), pause)
    return () => clearTimeout(timer)
  }, [draft, composing])
  return (
    <Input
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('clearField')} /> }}
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      placeholder={label}
      aria-label={name ?? t('search')}
      title={hint}
      value={draft}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      className={name === undefined ? `${styles['search']} narrow-min-width-0` : ''}
      style={{ width, maxWidth: '100%' }}
    />
  )
}
