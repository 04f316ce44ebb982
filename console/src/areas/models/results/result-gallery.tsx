import { fileEndpoints } from '@vermilion/contract/files'
import type { EvaluatedImage } from '@vermilion/contract/evaluations'
import type { InferenceResult } from '@vermilion/contract/models'
import Button from 'antd/es/button'
import { type KeyboardEvent, useRef, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { WindowedGrid } from '#ui/windowing/windowed-grid.tsx'
import { DetectedImage } from './detected-image.tsx'
import type { LabelMarks } from '../report/label-marks.ts'
import styles from './result-gallery.module.css'
import { ResultView } from './result-view.tsx'
import { isDisplayed, type DisplayOptions, type DisplayedBoxes, displayedBoxes } from './displayed.ts'
import { text } from '../report/text.ts'
import type { Results } from './use-results.ts'

const pictureRatio = 3 / 4
const captionHeight = 42

const loadingCells = 8

function focusCell(index: number): void {
  document.getElementById(`result-${index}`)?.focus()
}

type Counted = 'objects' | 'images' | 'pixels'

interface ResultGalleryProps {
  results: Results
  labeled: boolean
  display: DisplayOptions
  marks: LabelMarks
  counted?: Counted
  onView: (view: DisplayOptions['view']) => void
  onAll: () => void
}

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function ResultGallery({
  results,
  labeled,
  display,
  marks,
  counted = 'objects',
  onView,
  onAll,
}: ResultGalleryProps) {
  const t = useText(text)
  const [large, setLarge] = useState<number | null>(null)
  const [current, setCurrent] = useState(0)
  const columns = useRef(1)
  const items =
    display.images === 'all' ? results.items : results.items.filter((result) => isDisplayed(result, display))
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns.current,
      ArrowDown: columns.current,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(items.length - 1, Math.max(0, current + step))
    setCurrent(next)
    focusCell(next)
  }
  if (results.problem !== null) return <ProblemState problem={results.problem} onRetry={results.retry} />
  return (
    <>
      <WindowedGrid<InferenceResult>
        items={items}
        itemKey={({ fileId }) => fileId}
        label={t('gallery')}
        cellWidth={228}
        cellRatio={pictureRatio}
        extraHeight={captionHeight}
        columnsRef={columns}
        onKeyDown={move}
        onEnd={results.more}
        header={
          !results.loaded ? (
            <div className="grid gap-12" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
              {Array.from({ length: loadingCells }, (_, index) => (
                <Bone key={index} height={180} />
              ))}
            </div>
          ) : (
            items.length === 0 &&
            results.items.length >= results.total && (
              <State title={t('noImageMatches')} text={t('noImageMatchesWords')}>
                <Button onClick={onAll}>{t('allImages')}</Button>
              </State>
            )
          )
        }
        render={(result, index) => (
          <ResultCell
            result={result}
            display={display}
            marks={marks}
            counted={counted}
            id={`result-${index}`}
            focusable={index === current}
            onOpen={() => {
              setCurrent(index)
              setLarge(index)
            }}
          />
        )}
      />
      <ResultView
        results={items}
        total={display.images === 'all' ? results.total : items.length}
        labeled={labeled}
        index={large}
        display={display}
        marks={marks}
        onView={onView}
        onClosed={() => focusCell(current)}
        onPlace={(index) => {
          setLarge(index)
          if (index === null) return
          setCurrent(index)
          if (index + 3 > items.length) results.more()
        }}
      />
    </>
  )
}

interface ResultCellProps {
  result: InferenceResult
  display: DisplayOptions
  marks: LabelMarks
  counted: Counted
  id: string
  focusable: boolean
  onOpen: () => void
}

function ResultCell({ result, display, marks, counted, id, focusable, onOpen }: ResultCellProps) {
  const t = useText(text)
  const boxes = displayedBoxes(result, display)
  return (
    <button
      type="button"
      id={id}
      className={`${styles['cell']} bare stack full padding-0 text-left`}
      tabIndex={focusable ? 0 : -1}
      onClick={onOpen}
    >
      <span className={`${styles['picture']} grow full-width min-height-0 radius-8 ground-tertiary clip`}>
        <DetectedImage
          result={result}
          boxes={boxes}
          view={display.view}
          marks={marks}
          source={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: result.fileId } })}
        />
      </span>
      <span className="grid gap-2 full-width font-13 line-height-18 nowrap" style={{ paddingTop: 4 }}>
        <span className="flex gap-8 justify-between min-width-0">
          <span className="clip text-ellipsis" title={visibleName(result.path)}>
            {visibleName(result.path)}
          </span>
          <small className="hint rigid flex wrap gap-0-8 tabular" style={{ minHeight: 18 }}>
            {t('predictedCount', { count: boxes.predictions.length })}
          </small>
        </span>
        <small className="hint flex wrap gap-0-8 tabular" style={{ minHeight: 18 }}>
          <Mistakes result={result} boxes={boxes} counted={counted} />
        </small>
      </span>
    </button>
  )
}

interface MistakesProps {
  result: InferenceResult & Partial<Pick<EvaluatedImage, 'verdict'>>
  boxes: DisplayedBoxes
  counted: Counted
}

function Mistakes({ result: { verdict }, boxes, counted }: MistakesProps) {
  const t = useText(text)
  if (verdict === null) return null
  if (verdict !== undefined && counted === 'pixels') {
    return <em className="text-error upright">{t('overlapValue', { value: (1 - verdict.badness).toFixed(2) })}</em>
  }
  const counts = { missed: boxes.missed, wrong: boxes.right?.filter((right) => !right).length ?? 0, extra: 0 }
  const { missed, wrong, extra } = verdict ?? counts
  return (
    <>
      {missed > 0 && (
        <em className="text-error upright" title={t('hint-missed')}>
          {t('missedCount', { count: missed })}
        </em>
      )}
      {wrong > 0 && (
        <em className="text-error upright" title={t(verdict === undefined ? 'hint-extra' : 'hint-wrong')}>
          {t(verdict === undefined ? 'extraCount' : 'wrongCount', { count: wrong })}
        </em>
      )}
      {extra > 0 && (
        <em className="text-error upright" title={t('hint-extra')}>
          {t('extraCount', { count: extra })}
        </em>
      )}
    </>
  )
}
