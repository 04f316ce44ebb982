import type { Work } from '@vermilion/contract/kernel/work'
import { useText } from '#lib/i18n.ts'
import { isEnded } from './live-work.ts'
import { text } from './text.ts'
import { WorkRow } from './work-row.tsx'
import styles from './work.module.css'

interface WorkListProps {
  works: readonly Work[]
  onVisit?: () => void
}

/** What runs, and below it what has ended. */
export function WorkList({ works, onVisit }: WorkListProps) {
  const t = useText(text)
  // The oldest first, so that what begins does not move what is there; what the server does by itself below.
  const running = works
    .filter((work) => !isEnded(work))
    .toSorted((one, other) => order(one).localeCompare(order(other)))
  // By the time that each tells, the latest first.
  const endedWorks = works
    .filter(isEnded)
    .toSorted((one, other) => (other.endedAt ?? '').localeCompare(one.endedAt ?? ''))
  if (works.length === 0) {
    return (
      <div className={styles['none']}>
        <strong>{t('none')}</strong>
        <p>{t('noneWords')}</p>
      </div>
    )
  }
  return (
    <>
      {running.length > 0 && (
        <ul className={styles['list']} aria-label={t('now')}>
          {running.map((work) => (
            <WorkRow key={work.id} work={work} onVisit={onVisit} />
          ))}
        </ul>
      )}
      {running.length === 0 && <p className={styles['quiet']}>{t('none')}</p>}
      {endedWorks.length > 0 && (
        <section>
          <h3 className={styles['heading']}>{t('ended')}</h3>
          <ul className={styles['list']} aria-label={t('ended')}>
            {endedWorks.map((work) => (
              <WorkRow key={work.id} work={work} onVisit={onVisit} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function order({ owner, startedAt }: Work): string {
  return `${owner === null ? 1 : 0} ${startedAt}`
}
