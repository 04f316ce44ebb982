import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import Button from 'antd/es/button'
import dayjs from 'dayjs'
import { useText } from '#lib/i18n.ts'
import styles from './created-filter.module.css'
import { Popout } from '../overlay/popout.tsx'
import { text } from '../text.ts'

interface CreatedFilterProps {
  /** Days, `YYYY-MM-DD`, both included. */
  from: string | undefined
  to: string | undefined
  onChange: (span: { from: string | undefined; to: string | undefined }) => void
}

const dayBefore = (days: number) => dayjs().subtract(days, 'day').format('YYYY-MM-DD')

/** A span of days in which things were created. */
export function CreatedFilter({ from, to, onChange }: CreatedFilterProps) {
  const t = useText(text)
  const spans = [
    { words: t('anyTime'), from: undefined },
    { words: t('today'), from: dayBefore(0) },
    { words: t('lastDays', { count: 7 }), from: dayBefore(6) },
    { words: t('lastDays', { count: 30 }), from: dayBefore(29) },
  ]
  const words =
    from !== undefined && to !== undefined
      ? t('between', { from, to })
      : from !== undefined
        ? t('since', { from })
        : to !== undefined
          ? t('until', { to })
          : t('createdFilter')
  return (
    <Popout
      words={words}
      label={words === t('createdFilter') ? words : `${t('createdFilter')}: ${words}`}
      icon={<CalendarOutlined aria-hidden />}
      active={from !== undefined || to !== undefined}
    >
      <div className={styles['spans']}>
        {spans.map((span) => (
          <Button
            key={span.words}
            size="small"
            type={span.from === from && to === undefined ? 'primary' : 'default'}
            ghost={span.from === from && to === undefined}
            onClick={() => onChange({ from: span.from, to: undefined })}
          >
            {span.words}
          </Button>
        ))}
      </div>
      <div className={styles['days']}>
        <label>
          {t('from')}
          <input
            type="date"
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ from: target.value || undefined, to })}
          />
        </label>
        <label>
          {t('to')}
          <input
            type="date"
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ from, to: target.value || undefined })}
          />
        </label>
      </div>
    </Popout>
  )
}
