import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { filterText } from './filter-text.ts'
import styles from './day-field.module.css'

interface DayFieldProps {
  label: string
  /** `YYYY-MM-DD`, whatever the browser's locale. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const t = useText(filterText)
  const [draft, setDraft] = useState(value ?? '')
  const [syncedValue, setSynced] = useState(value)
  const calendar = useRef<HTMLInputElement>(null)
  if (syncedValue !== value) {
    setSynced(value)
    setDraft(value ?? '')
  }
  const fits = (day: string) => isDay(day) && (min === undefined || day >= min) && (max === undefined || day <= max)
  const commit = (text: string) => {
    setDraft(text)
    if (text === '' || fits(text)) onChange(text === '' ? undefined : text)
  }
  return (
    <span className={`${styles['day']} relative flex min-width-0`}>
      <input
        type="text"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={draft !== '' && !fits(draft)}
        placeholder={t('dayFormat')}
        maxLength={10}
        autoComplete="off"
        value={draft}
        onChange={({ target }) => commit(target.value)}
      />
      <button
        className="quiet-button absolute radius-6 text-tertiary hover-text-ink"
        style={{ inset: '1px 1px 1px auto', width: 32 }}
        type="button"
        aria-label={`${label}: ${t('openCalendar')}`}
        title={t('openCalendar')}
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarOutlined aria-hidden />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={isDay(draft) ? draft : ''}
        min={min}
        max={max}
        onChange={({ target }) => commit(target.value)}
      />
    </span>
  )
}
