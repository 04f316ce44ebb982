import { unknownValue } from '#lib/format.ts'
import type { CSSProperties } from 'react'
import styles from './load-meter.module.css'
import { formatPercent } from './figures.ts'

interface LoadMeterProps {
  name: string
  share: number | null | undefined
  value?: string
  title?: string
  bare?: boolean
  wraps?: boolean
  isShare?: boolean
  elsewhere?: number
}

const high = 0.9

export function LoadMeter({
  name,
  share,
  value,
  title,
  bare = false,
  wraps = false,
  isShare = false,
  elsewhere = 0,
}: LoadMeterProps) {
  const isKnown = share !== null && share !== undefined
  const percent = isKnown ? Math.round(Math.min(Math.max(share, 0), 1) * 100) : undefined
  return (
    <span
      className={`${styles['meter']} note gap-10 align-center min-height-24`}
      title={title}
      data-bare={bare || undefined}
      data-wraps={wraps || undefined}
    >
      {!bare && <span>{name}</span>}
      {percent === undefined ? (
        <span aria-hidden />
      ) : (
        <span
          className={`${styles['holder']} row relative min-width-0`}
          style={{ '--from': `${percent}%`, '--elsewhere': `${100 * elsewhere}%` } as CSSProperties}
        >
          <meter
            className={`${styles['track']} full-width height-6 border-0 radius-4 ground-secondary no-appearance`}
            aria-label={name}
            min={0}
            max={100}
            high={isShare ? 100 : high * 100}
            value={percent}
            aria-valuetext={formatPercent(share)}
          />
          {elsewhere > 0 && <i className="absolute height-6 radius-4" aria-hidden />}
        </span>
      )}
      <b className="text-ink weight-500 tabular text-right nowrap" data-unknown={!isKnown || undefined}>
        {value ?? (isKnown ? formatPercent(share) : unknownValue)}
      </b>
    </span>
  )
}
