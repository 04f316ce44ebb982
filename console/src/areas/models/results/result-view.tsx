import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import type { InferenceResult } from '@vermilion/contract/models'
import Button from 'antd/es/button'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { addressOf } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type BoxReference, DetectedImage } from './detected-image.tsx'
import type { LabelMarks } from '../report/label-marks.ts'
import { Status } from '#ui/feedback/status.tsx'
import { LabelSwatch } from '../report/class-list.tsx'
import styles from './result-view.module.css'
import { type DisplayOptions, displayedBoxes, type DisplayedBoxes } from './displayed.ts'
import { text } from '../report/text.ts'
import { ViewSwitch } from '../report/view-switch.tsx'

interface ResultViewProps {
  results: readonly InferenceResult[]
  total: number
  /** The index of the shown image; null when the view is closed. */
  index: number | null
  display: DisplayOptions
  labeled: boolean
  marks: LabelMarks
  onView: (view: DisplayOptions['view']) => void
  onPlace: (index: number | null) => void
  /** Called when the view has closed, and the page can take the focus. */
  onClosed: () => void
}

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function ResultView(props: ResultViewProps) {
  const { results, total, index, display, labeled, marks, onView, onPlace, onClosed } = props
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const dialog = useRef<HTMLDialogElement>(null)
  const [highlighted, setHighlighted] = useState<BoxReference | null>(null)
  const result = index === null ? undefined : results[index]
  const open = result !== undefined
  const go = (to: number | null) => {
    if (to !== null && results[to] === undefined) return
    setHighlighted(null)
    onPlace(to)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (index === null) return
    if (event.key === 'Escape') go(null)
    // The radio buttons at the top handle the arrow keys themselves.
    else if (event.target instanceof HTMLInputElement) return
    else if (event.key === 'ArrowLeft') go(index - 1)
    else if (event.key === 'ArrowRight') go(index + 1)
    else return
    event.preventDefault()
  })
  const leave = useEffectEvent(onClosed)
  useEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    // The focus goes to the view, so that the arrow keys do not go to the radio buttons.
    element?.focus()
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => {
      removeEventListener('keydown', listener)
      element?.close()
      leave()
    }
  }, [open])
  if (result === undefined || index === null) return null
  const boxes = displayedBoxes(result, display)
  return (
    <dialog
      ref={dialog}
      className={`${styles['view']} grid padding-0 border-0 ground-page text-ink max-width-none`}
      aria-label={result.path}
      tabIndex={-1}
    >
      <header className="row all-columns gap-10 border-bottom">
        <strong className="ellipsis min-width-0 weight-600">{result.path}</strong>
        <span className="faint grow nowrap tabular">
          {formatNumber(index + 1, language)} / {formatNumber(total, language)} ·{' '}
          {t('dimensions', { width: `${result.width}`, height: `${result.height}` })} ·{' '}
          {t('milliseconds', { amount: result.milliseconds.toFixed(1) })}
        </span>
        {labeled && <ViewSwitch view={display.view} onView={onView} />}
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden />}
          disabled={index === 0}
          onClick={() => go(index - 1)}
          aria-label={t('previous')}
          title={t('previous')}
        />
        <Button
          type="text"
          icon={<RightOutlined aria-hidden />}
          disabled={index + 1 >= results.length}
          onClick={() => go(index + 1)}
          aria-label={t('next')}
          title={t('next')}
        />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          onClick={() => go(null)}
          aria-label={t('close')}
          title={t('close')}
        />
      </header>
      <div className="min-height-0 ground-tertiary" style={{ padding: 24 }}>
        <DetectedImage
          key={result.fileId}
          result={result}
          boxes={boxes}
          view={display.view}
          marks={marks}
          named
          highlighted={highlighted}
          source={addressOf(previewEndpoints.filePicture, { params: { fileId: result.fileId } })}
        />
      </div>
      <ResultBoxes
        boxes={boxes}
        labeled={result.truth !== null}
        marks={marks}
        highlighted={highlighted}
        onHighlight={setHighlighted}
      />
    </dialog>
  )
}

interface ResultBoxesProps {
  boxes: DisplayedBoxes
  labeled: boolean
  marks: LabelMarks
  highlighted: BoxReference | null
  onHighlight: (box: BoxReference | null) => void
}

function ResultBoxes({ boxes, labeled, marks, highlighted, onHighlight }: ResultBoxesProps) {
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
      <span className="ellipsis grow min-width-0">{label}</span>
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
              <b className="weight-500 tabular">{score.toFixed(3)}</b>
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
