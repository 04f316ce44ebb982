import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { LabelSwatch } from '../report/class-list.tsx'
import type { BoxReference } from './detected-image.tsx'
import type { LabelMarks } from '../report/label-marks.ts'
import styles from './result-view.module.css'
import type { DisplayedBoxes } from './displayed.ts'
import { text } from '../report/text.ts'

interface ResultBoxesProps {
  boxes: DisplayedBoxes
  labeled: boolean
  marks: LabelMarks
  highlighted: BoxReference | null
  onHighlight: (box: BoxReference | null) => void
}

export function ResultBoxes({ boxes, labeled, marks, highlighted, onHighlight }: ResultBoxesProps) {
  const t = useText(text)
  const row = (kind: BoxReference['kind'], index: number, label: string, note: ReactNode) => (
    <li
      className="row gap-8 height-34 padding-0-8 radius-6 font-13"
      key={`${kind}-${index}`}
      data-active={highlighted?.kind === kind && highlighted.index === index}
      onPointerEnter={() => onHighlight({ kind, index })}
      onPointerLeave={() => onHighlight(null)}
    >
      <LabelSwatch marks={marks} label={label} />
      <span>{label}</span>
      {note}
    </li>
  )
  return (
    <aside className={`${styles['boxes']} min-height-0 scroll`}>
      <h2 className="font-13 weight-600" style={{ margin: '16px 0 6px' }}>
        {t('predictions')}{' '}
        <small className="faint weight-400" style={{ marginLeft: 4 }}>
          {boxes.predictions.length}
        </small>
      </h2>
      {boxes.predictions.length === 0 && <p className="faint tabular">{t('nothingFound')}</p>}
      <ul>
        {boxes.predictions.map(({ label, score }, index) =>
          row(
            'found',
            index,
            label,
            <>
              {boxes.right !== null && (
                <Status tone={boxes.right[index] === true ? 'good' : 'bad'}>
                  {t(boxes.right[index] === true ? 'right' : 'wrong')}
                </Status>
              )}
              <b>{score.toFixed(3)}</b>
            </>,
          ),
        )}
      </ul>
      <h2 className="font-13 weight-600" style={{ margin: '16px 0 6px' }}>
        {t('truth')}{' '}
        {labeled && (
          <small className="faint weight-400" style={{ marginLeft: 4 }}>
            {boxes.truth.length}
          </small>
        )}
      </h2>
      {!labeled && <p className="faint tabular">{t('noTruth')}</p>}
      {labeled && boxes.truth.length === 0 && <p className="faint tabular">{t('nothingThere')}</p>}
      <ul>{boxes.truth.map(({ label }, index) => row('truth', index, label, null))}</ul>
      {boxes.right !== null && <p className="faint margin-top-16">{t('rightHint')}</p>}
    </aside>
  )
}
