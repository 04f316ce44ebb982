import Button from 'antd/es/button'
import dayjs from 'dayjs'
import { useText } from '#lib/i18n.ts'
import { FilterDays } from './filter-fields.tsx'
import { filterText } from './filter-text.ts'
import { text } from '../text.ts'

interface CreatedFieldProps {
  /** Days as `YYYY-MM-DD`, both inclusive. */
  from: string | undefined
  to: string | undefined
  onChange: (span: { from?: string | undefined; to?: string | undefined }) => void
}

const dayBefore = (days: number) => dayjs().subtract(days, 'day').format('YYYY-MM-DD')

export function CreatedField({ from, to, onChange }: CreatedFieldProps) {
  const t = useText(text)
  const filter = useText(filterText)
  const spans = [
    { text: filter('anyTime'), from: undefined },
    { text: filter('today'), from: dayBefore(0) },
    { text: filter('lastDays', { count: 7 }), from: dayBefore(6) },
    { text: filter('lastDays', { count: 30 }), from: dayBefore(29) },
  ]
  return (
    <div>
      <FilterDays name={t('createdFilter')} from={from} to={to} onChange={onChange} />
      <div className="flex wrap gap-6 margin-top-8">
        {spans.map((span) => (
          <Button
            key={span.text}
            size="small"
            type={span.from === from && to === undefined ? 'primary' : 'default'}
            ghost={span.from === from && to === undefined}
            onClick={() => onChange({ from: span.from, to: undefined })}
          >
            {span.text}
          </Button>
        ))}
      </div>
    </div>
  )
}
