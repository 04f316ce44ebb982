import type { Work } from '@vermilion/contract/kernel/work'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { isEnded } from './live-work.ts'
import { text } from './text.ts'
import { WorkRow } from './work-row.tsx'
import styles from './work.module.css'

interface WorkListProps {
  works: readonly Work[]
  onVisit?: () => void
}

const maxEnded = 6

export function WorkList({ works, onVisit }: WorkListProps) {
  const t = useText(text)
  const [isWhole, setWhole] = useState(false)
  // The oldest first, so that new work does not move the rows; work of the server itself is below.
  const running = works
    .filter((work) => !isEnded(work))
    .toSorted((one, other) => order(one).localeCompare(order(other)))
  const endedWorks = works
    .filter(isEnded)
    .toSorted((one, other) => (other.endedAt ?? '').localeCompare(one.endedAt ?? ''))
  return (
    <>
      {running.length > 0 && (
        <ul className={`${styles['list']} stack`} aria-label={t('now')}>
          {running.map((work) => (
            <WorkRow key={work.id} work={work} onVisit={onVisit} />
          ))}
        </ul>
      )}
      {endedWorks.length > 0 && (
        <section>
          <h3 className="hint weight-500">{t('ended')}</h3>
          <ul className={`${styles['list']} stack`} aria-label={t('ended')}>
            {endedWorks.slice(0, isWhole ? undefined : maxEnded).map((work) => (
              <WorkRow key={work.id} work={work} onVisit={onVisit} />
            ))}
          </ul>
          {!isWhole && endedWorks.length > maxEnded && (
            <Button size="small" type="link" className="padding-0" onClick={() => setWhole(true)}>
              {t('allEnded', { count: endedWorks.length })}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

function order({ owner, startedAt }: Work): string {
  return `${owner === null ? 1 : 0} ${startedAt}`
}
