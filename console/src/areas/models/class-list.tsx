import type { DetectionMetrics } from '@vermilion/contract/predictions'
import { formatMeasure, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type LabelMarks, unknownMark } from './label-marks.ts'
import styles from './report.module.css'
import { text } from './text.ts'

const measures = ['precision', 'recall', 'mAP50', 'mAP50to95'] as const
const unmeasured = { instances: null, precision: null, recall: null, mAP50: null, mAP50to95: null }

interface ClassListProps {
  marks: LabelMarks
  classes: readonly (DetectionMetrics & { label: string; instances: number })[]
  hidden: ReadonlySet<string>
  onToggle: (label: string) => void
  /** Goes to the images behind a label's numbers. */
  onOnly: (label: string) => void
}

/** The labels: how they look in the pictures, how well each is found; a click shows or hides one. */
export function ClassList({ marks, classes, hidden, onToggle, onOnly }: ClassListProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <table className={styles['classes']} aria-label={t('perClass')}>
      <thead>
        <tr>
          <th scope="col">{t('class')}</th>
          <th scope="col">{t('instances')}</th>
          {measures.map((key) => (
            <th key={key} scope="col" title={t(key)}>
              {t(`${key}Short`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...marks.keys()].map((label) => {
          const row = classes.find((one) => one.label === label) ?? unmeasured
          const cells = [formatNumber(row.instances, language), ...measures.map((key) => formatMeasure(row[key]))]
          return (
            <tr key={label} data-hidden={hidden.has(label)}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={!hidden.has(label)}
                  title={t('toggleLabel', { label })}
                  onClick={() => onToggle(label)}
                >
                  <LabelSwatch marks={marks} label={label} />
                  <span>{label}</span>
                </button>
              </th>
              {cells.map((value, place) => (
                <td key={place}>
                  <button type="button" title={t('onlyLabel', { label })} onClick={() => onOnly(label)}>
                    {value}
                  </button>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A label's colour and letter. */
export function LabelSwatch({ marks, label }: { marks: LabelMarks; label: string }) {
  const { letter, colour } = marks.get(label) ?? unknownMark
  return (
    <i className={styles['swatch']} style={{ background: colour }} aria-hidden>
      {letter}
    </i>
  )
}
