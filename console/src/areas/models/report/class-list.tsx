import type { FigureName, Figures } from '@vermilion/contract/evaluations'
import { formatMeasure, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type LabelMarks, unknownMark } from './label-marks.ts'
import styles from './class-list.module.css'
import { text } from './text.ts'

export interface ClassRow {
  label: string
  instances: number
  figures: Figures
}

interface ClassListProps {
  marks: LabelMarks
  columns: readonly FigureName[]
  classes: readonly ClassRow[]
  hidden: ReadonlySet<string>
  onToggle: (label: string) => void
  onOnly: (label: string) => void
}

export function ClassList({ marks, columns, classes, hidden, onToggle, onOnly }: ClassListProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const rows = new Map(classes.map((row) => [row.label, row]))
  return (
    <div className="scroll-x">
      <table className={`${styles['classes']} full-width border-spacing-0 font-13 tabular`} aria-label={t('perClass')}>
        <thead>
          <tr>
            <th className="height-36 border-bottom weight-400 text-right nowrap text-tertiary" scope="col">
              {t('class')}
            </th>
            <th className="height-36 border-bottom weight-400 text-right nowrap text-tertiary" scope="col">
              {t('instances')}
            </th>
            {columns.map((name) => (
              <th
                className="height-36 border-bottom weight-400 text-right nowrap text-tertiary"
                key={name}
                scope="col"
                title={t(`${name}OfLabel`)}
                data-whole={name === 'precision' || name === 'recall' ? t(name) : undefined}
              >
                <span>{t(`${name}Short`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...marks.keys()].map((label) => {
            const row = rows.get(label)
            const cells = [
              formatNumber(row?.instances ?? null, language),
              ...columns.map((name) => formatMeasure(row?.figures[name] ?? null)),
            ]
            return (
              <tr key={label} data-hidden={hidden.has(label)}>
                <th className="height-36 border-bottom weight-400 text-right nowrap" scope="row">
                  <button
                    className="plain-button row gap-8 text-left"
                    type="button"
                    aria-pressed={!hidden.has(label)}
                    title={t('toggleLabel', { label })}
                    onClick={() => onToggle(label)}
                  >
                    <LabelSwatch marks={marks} label={label} />
                    <span className="clip weight-500 text-ellipsis">{label}</span>
                  </button>
                </th>
                {cells.map((value, index) => (
                  <td className="height-36 border-bottom weight-400 text-right nowrap" key={index}>
                    <button
                      className="plain-button tabular text-right hover-underline"
                      type="button"
                      title={t('onlyLabel', { label })}
                      onClick={() => onOnly(label)}
                    >
                      {value}
                    </button>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export function LabelSwatch({ marks, label }: { marks: LabelMarks; label: string }) {
  const { letter, colour } = marks.get(label) ?? unknownMark
  return (
    <i
      className={`${styles['swatch']} rigid width-18 height-18 radius-4 font-11 upright line-height-18 text-center`}
      style={{ background: colour }}
      aria-hidden
    >
      {letter}
    </i>
  )
}
