import { fileEndpoints } from '@vermilion/contract/files'
import type { InferenceResult } from '@vermilion/contract/models'
import type { ReactNode } from 'react'
import { addressOf } from '#lib/api.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { LabelMarks } from '../report/label-marks.ts'
import { DetectedImage } from './detected-image.tsx'
import { displayedBoxes } from './displayed.ts'
import styles from './side-by-side.module.css'

interface SideBySideProps {
  image: Pick<InferenceResult, 'fileId' | 'path'>
  text: string
  sides: readonly { key: string; result: InferenceResult; caption: ReactNode }[]
  threshold: number
  marks: LabelMarks
}

export function SideBySide({ image, text, sides, threshold, marks }: SideBySideProps) {
  const display = { view: 'both', threshold, hiddenLabels: new Set<string>(), images: 'all' } as const
  const source = addressOf(fileEndpoints.fileThumbnail, { params: { fileId: image.fileId } })
  return (
    <div className={`${styles['sides']} grid gap-4-12`}>
      <p className="flex all-columns gap-12 justify-between font-13">
        <span className="ellipsis" title={visibleName(image.path)}>
          {visibleName(image.path)}
        </span>
        <span>{text}</span>
      </p>
      {sides.map(({ key, result, caption }) => (
        <figure className="stack" style={{ height: 'var(--side-height, 230px)' }} key={key}>
          <span className="grow min-height-0 radius-8 ground-tertiary clip">
            <DetectedImage
              result={result}
              boxes={displayedBoxes(result, display)}
              view="both"
              marks={marks}
              source={source}
            />
          </span>
          <figcaption className="hint flex wrap" style={{ gap: '0 10px' }}>
            {caption}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
