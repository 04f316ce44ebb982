import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { fileEndpoints } from '@vermilion/contract/files'
import type { EvaluatedFilter, EvaluatedImage, Evaluation } from '@vermilion/contract/evaluations'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { CSSProperties } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { scopeOf, usualPart } from '../report/scope.ts'
import { partText } from '../report/part-text.ts'
import type { LabelMarks } from '../report/label-marks.ts'
import { useEvaluatedImages } from '../report/use-evaluated-images.ts'
import { DetectedImage } from '../results/detected-image.tsx'
import { type DisplayOptions, displayedBoxes } from '../results/displayed.ts'
import styles from './page.module.css'

export const maxSamples = 8

/** Cells take the aspect of the first image, so that equal images have no margins. */
const ratioOf = ([first]: readonly Pick<EvaluatedImage, 'width' | 'height'>[]) =>
  first === undefined ? 4 / 3 : first.width / first.height

interface SamplePredictionsProps {
  taskId: string
  evaluation: Evaluation
  filter: EvaluatedFilter
  marks: LabelMarks
  onOpen: () => void
}

export function SamplePredictions({ taskId, evaluation, filter, marks, onOpen }: SamplePredictionsProps) {
  const words = useText(partText)
  const results = useEvaluatedImages(taskId, filter, 'path')
  const best = scopeOf(evaluation, usualPart(evaluation)).bestConfidence ?? evaluation.confidence
  const threshold = evaluation.countsByConfidence ? best : usualConfidence
  const display: DisplayOptions = { view: 'both', threshold, hiddenLabels: new Set(), images: 'all' }
  if (results.problem !== null) return <ProblemState problem={results.problem} onRetry={results.retry} />
  if (!results.loaded) return <Bone height={150} />
  return (
    <ul className={`${styles['samples']} grid gap-12`} style={{ '--ratio': ratioOf(results.items) } as CSSProperties}>
      {results.items.slice(0, maxSamples).map((result) => (
        <li key={result.fileId}>
          <button
            className="block full-width padding-0 border-0 radius-8 ground-tertiary clip cursor-pointer"
            style={{ aspectRatio: 'var(--ratio)' }}
            type="button"
            title={visibleName(result.path)}
            onClick={onOpen}
          >
            <DetectedImage
              result={result}
              boxes={displayedBoxes(result, display)}
              view="both"
              marks={marks}
              source={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: result.fileId } })}
            />
          </button>
          <small className="ellipsis block text-tertiary" title={visibleName(result.path)} translate="no">
            {visibleName(result.path.slice(result.path.lastIndexOf('/') + 1))}
          </small>
          {'part' in result && (
            <small className="ellipsis block text-tertiary">{words(`part-${result.part as TrainingPart}`)}</small>
          )}
        </li>
      ))}
    </ul>
  )
}
