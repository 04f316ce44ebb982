import Segmented from 'antd/es/segmented'
import { useText } from '#lib/i18n.ts'
import { type DisplayOptions, views } from '../results/displayed.ts'
import { LineSample } from './label-legend.tsx'
import styles from './label-legend.module.css'
import { text } from './text.ts'

const message = { found: 'predictions', both: 'both', truth: 'truth' } as const

export function ViewSwitch({
  view,
  onView,
}: {
  view: DisplayOptions['view']
  onView: (view: DisplayOptions['view']) => void
}) {
  const t = useText(text)
  return (
    <Segmented
      value={view}
      onChange={onView}
      options={views.map((value) => ({
        value,
        label: (
          <span className={`${styles['choice']} row gap-6`}>
            {value !== 'both' && <LineSample of={value} />}
            {t(message[value])}
          </span>
        ),
      }))}
      aria-label={t('boxes')}
    />
  )
}
