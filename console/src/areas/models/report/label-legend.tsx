import { useText } from '#lib/i18n.ts'
import { LabelSwatch } from './class-list.tsx'
import styles from './label-legend.module.css'
import { type LabelMarks, unknownMark } from './label-marks.ts'
import { text } from './text.ts'

const maxLabels = 12

interface LabelLegendProps {
  marks: LabelMarks
  hasTruth?: boolean
  hasLabels?: boolean
}

export function LabelLegend({ marks, hasTruth = false, hasLabels = true }: LabelLegendProps) {
  const t = useText(text)
  return (
    <p className={`${styles['legend']} note flex wrap gap-4-16`}>
      {[...marks.keys()].slice(0, hasLabels ? maxLabels : 0).map((label) => (
        <span className="inline-row gap-6" key={label} translate="no">
          <LabelSwatch marks={marks} label={label} /> {label}
        </span>
      ))}
      {hasTruth && (
        <>
          <span className="inline-row gap-6">
            <LineSample of="found" /> {t('predictions')}
          </span>
          <span className="inline-row gap-6">
            <LineSample of="truth" /> {t('truth')}
          </span>
          <span className="inline-row gap-6">
            <MissedMark marks={marks} /> {t('missedTruth')}
          </span>
        </>
      )}
    </p>
  )
}

export const LineSample = ({ of }: { of: 'found' | 'truth' }) => (
  <i className={`${styles['line']} inline-block`} data-line={of} aria-hidden />
)

function MissedMark({ marks }: { marks: LabelMarks }) {
  const [{ letter, colour } = unknownMark] = marks.values()
  return (
    <i
      className={`${styles['missed']} inline-block radius-4 font-11 upright weight-600`}
      aria-hidden
      style={{ color: colour }}
    >
      {letter}
    </i>
  )
}
