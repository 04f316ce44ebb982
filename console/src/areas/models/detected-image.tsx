import type { InferenceResult } from '@vermilion/contract/models'
import type { CSSProperties, ReactNode } from 'react'
import type { Box } from '@vermilion/contract/labels/box'
import styles from './detected-image.module.css'
import { type LabelMarks, unknownMark } from './label-marks.ts'
import type { Shown, ShownBoxes } from './shown.ts'

/** One box of an image: what was found there, or what is true, by its place among the shown. */
export interface BoxPlace {
  kind: 'found' | 'truth'
  place: number
}

interface DetectedImageProps {
  result: InferenceResult
  /** Address of the picture, in any size. */
  source: string
  boxes: ShownBoxes
  view: Shown['view']
  marks: LabelMarks
  /** Writes the whole label beside the score, where there is room. */
  named?: boolean
  /** Stands out from the others, which fade. */
  highlighted?: BoxPlace | null
}

/**
 * An image with boxes over it, as large as its place allows: found ones solid with their score, true ones dashed.
 * The boxes lie in the image's own pixels; lines and words have the screen's size.
 */
export function DetectedImage(props: DetectedImageProps) {
  const { result, source, boxes, view, marks, named = false, highlighted = null } = props
  const { width, height, path } = result
  const dimmed = (kind: BoxPlace['kind'], place: number) =>
    highlighted !== null && (highlighted.kind !== kind || highlighted.place !== place)
  const of = (label: string) => marks.get(label) ?? unknownMark
  // What is surest lies on top.
  const weakestFirst = boxes.found.map((prediction, place) => ({ ...prediction, place })).toReversed()
  return (
    <span className={styles['place']}>
      <span className={styles['image']} style={{ '--ratio': width / height } as CSSProperties}>
        <img src={source} alt={path} decoding="async" draggable={false} />
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden focusable="false">
          {view !== 'found' &&
            boxes.truth.map(({ label, box }, place) => (
              <g key={`truth-${place}`} data-dimmed={dimmed('truth', place)}>
                <rect {...box} className={styles['edge']} />
                <rect {...box} className={styles['truth']} stroke={of(label).colour} />
              </g>
            ))}
          {view !== 'truth' &&
            weakestFirst.map(({ label, box, place }) => (
              <g key={`found-${place}`} data-dimmed={dimmed('found', place)}>
                <rect {...box} className={styles['edge']} />
                <rect {...box} className={styles['found']} stroke={of(label).colour} />
              </g>
            ))}
        </svg>
        {view === 'truth'
          ? boxes.truth.map(({ label, box }, place) => (
              <Tag key={place} box={box} image={result} colour={of(label).colour} dimmed={dimmed('truth', place)}>
                {named ? label : of(label).letter}
              </Tag>
            ))
          : weakestFirst.map(({ label, score, box, place }) => (
              <Tag key={place} box={box} image={result} colour={of(label).colour} dimmed={dimmed('found', place)}>
                {named ? label : of(label).letter} {score.toFixed(2)}
              </Tag>
            ))}
      </span>
    </span>
  )
}

interface TagProps {
  box: Box
  image: { width: number; height: number }
  colour: string
  dimmed: boolean
  children: ReactNode
}

/** Words at the upper left corner of a box: above it, or inside where the image ends. */
function Tag({ box, image, colour, dimmed, children }: TagProps) {
  const share = (part: number, whole: number) => `${(100 * Math.min(Math.max(part, 0), whole)) / whole}%`
  return (
    <span
      className={styles['tag']}
      data-dimmed={dimmed}
      data-inside={box.y < image.height * 0.09}
      style={{ left: share(box.x, image.width), top: share(box.y, image.height), background: colour }}
      aria-hidden
    >
      {children}
    </span>
  )
}
