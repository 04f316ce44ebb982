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
  /** True when the image was labeled. */
  labeled: boolean
  marks: LabelMarks
  highlighted: BoxReference | null
  onHighlight: (box: BoxReference | null) => void
}

/** The boxes of one image as lists; hovering emphasizes one in the picture. */
export function ResultBoxes({ boxes, labeled, marks, highlighted, onHighlight }: ResultBoxesProps) {
  const t = useText(text)
  const row = (kind: BoxReference['kind'], index: number, label: string, note: ReactNode) => (
    <li
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
    <aside className={styles['boxes']}>
      <h2>
        {t('predictions')} <small>{boxes.predictions.length}</small>
      </h2>
      {boxes.predictions.length === 0 && <p className={styles['quiet']}>{t('nothingFound')}</p>}
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
      <h2>
        {t('truth')} {labeled && <small>{boxes.truth.length}</small>}
      </h2>
      {!labeled && <p className={styles['quiet']}>{t('noTruth')}</p>}
      {labeled && boxes.truth.length === 0 && <p className={styles['quiet']}>{t('nothingThere')}</p>}
      <ul>{boxes.truth.map(({ label }, index) => row('truth', index, label, null))}</ul>
      {boxes.right !== null && <p className={styles['hint']}>{t('rightHint')}</p>}
    </aside>
  )
}
