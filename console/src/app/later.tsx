import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/states.tsx'
import { activeItem } from './navigation.tsx'
import { text } from './text.ts'
import styles from './later.module.css'

const words = {
  fineTuning: 'fineTuningLater',
  board: 'boardLater',
  resource: 'resourceLater',
} as const

const today = [
  { key: 'space', to: '/space/list' },
  { key: 'dataset', to: '/data-set/list' },
  { key: 'task', to: '/compute/tasks' },
  { key: 'model', to: '/model/list' },
] as const

/** An area that a later version brings: what it will do, and what works meanwhile. */
export function LaterPage() {
  const t = useText(text)
  const item = activeItem(useLocation({ select: ({ pathname }) => pathname }))
  const key = item !== undefined && item.key in words ? (item.key as keyof typeof words) : 'resource'
  const Icon = item?.icon
  return (
    <State
      whole
      title={t('later')}
      words={t(words[key])}
      {...(Icon === undefined ? {} : { picture: <span className={styles['icon']}>{<Icon aria-hidden />}</span> })}
    >
      <div className={styles['today']}>
        <span>{t('meanwhile')}</span>
        {today.map(({ key: area, to }) => (
          <Link key={area} to={to}>
            {t(area)}
          </Link>
        ))}
      </div>
    </State>
  )
}
