import ArrowRightOutlined from '@ant-design/icons/es/icons/ArrowRightOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { activeItem } from '../navigation.tsx'
import { text as appText } from '../text.ts'
import styles from './later.module.css'
import { text } from './text.ts'

/** Where the nearest thing to each area is done today. */
const today = {
  fineTuning: ['/space/list', '/compute/tasks'],
} as const

/** An area that a later version brings: what it will do, and what works meanwhile. */
export function LaterPage() {
  const t = useText(text)
  const names = useText(appText)
  const item = activeItem(useLocation({ select: ({ pathname }) => pathname }))
  const key = item !== undefined && item.key in today ? (item.key as keyof typeof today) : 'fineTuning'
  const Icon = item?.icon
  const [now, also] = today[key]
  return (
    <div className={styles['page']}>
      {Icon && (
        <span className={styles['icon']}>
          <Icon aria-hidden />
        </span>
      )}
      <h1>{t('title', { area: names(key) })}</h1>
      <p>{t(key)}</p>
      <div className={styles['columns']}>
        <section>
          <h2>{t('promises')}</h2>
          <ul>
            <li>{t(`${key}First`)}</li>
            <li>{t(`${key}Second`)}</li>
            <li>{t(`${key}Third`)}</li>
          </ul>
        </section>
        <section>
          <h2>{t('meanwhile')}</h2>
          <ul className={styles['links']}>
            <li>
              <Way to={now} words={t(`${key}Now`)} />
            </li>
            <li>
              <Way to={also} words={t(`${key}Also`)} />
            </li>
          </ul>
        </section>
      </div>
    </div>
  )
}

function Way({ to, words }: { to: string; words: string }) {
  return (
    <Link to={to}>
      {words} <ArrowRightOutlined aria-hidden />
    </Link>
  )
}
