import { useText } from '#lib/i18n.ts'
import { LabelSwatch } from './class-list.tsx'
import styles from './label-legend.module.css'
import { type LabelMarks, unknownMark } from './label-marks.ts'
import { text } from './text.ts'

/** Labels whose letters are told; what is left is read where a picture is opened. */
const mostLabels = 12

/** What the letters over pictures stand for, and, where the truth is drawn as well, which line is which. */
export function LabelLegend({ marks, hasTruth = false }: { marks: LabelMarks; hasTruth?: boolean }) {
  const t = useText(text)
  const [first = unknownMark] = marks.values()
  return (
    <p className={styles['legend']}>
      {[...marks.keys()].slice(0, mostLabels).map((label) => (
        <span key={label} translate="no">
          <LabelSwatch marks={marks} label={label} /> {label}
        </span>
      ))}
      {hasTruth && (
        <>
          <span>
            <i data-line="found" aria-hidden /> {t('predictions')}
          </span>
          <span>
            <i data-line="truth" aria-hidden /> {t('truth')}
          </span>
          <span>
            <i data-missed aria-hidden style={{ color: first.colour }}>
              {first.letter}
            </i>{' '}
            {t('missedTruth')}
          </span>
        </>
      )}
    </p>
  )
}
