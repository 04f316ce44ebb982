import { inkOn } from '@vermilion/canvas/rendering/shapes-layer/draw-tag'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { memo, useLayoutEffect, useRef } from 'react'
import { drawingOf } from './drawings.ts'
import styles from './overlay.module.css'

interface LabelOverlayProps {
  width: number
  height: number
  shapes: readonly Shape[]
  labels: ReadonlyMap<string, Label>
  size: number
  named: boolean
}

const maxClasses = 3
const unknownColour = '#9a9a9a'

export const LabelOverlay = memo(function LabelOverlay(props: LabelOverlayProps) {
  const { width, height, shapes, labels, size, named } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const fitting = size / Math.max(1, width, height)
  // A fractional enlargement would leave seams between rows of a mask.
  const scale = fitting > 1 ? Math.floor(fitting) : fitting
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null
    if (context === null) return
    context.clearRect(0, 0, context.canvas.width, context.canvas.height)
    const unit = unitOf(context.canvas)
    for (const shape of shapes) {
      const { draw, corner } = drawingOf(shape)
      const label = labels.get(shape.labelId)
      const colour = label?.colour ?? unknownColour
      if (draw === null) continue
      const isOpen = isSuggestion(shape)
      draw({ context, scale, unit, colour, isOpen }, shape)
      if (named && label !== undefined) {
        const { x, y } = corner(shape)
        const message = isOpen ? { name: `${label.name}?`, colour: null } : label
        writeName(context, message, { x: x * scale, y: y * scale }, unit)
      }
    }
  }, [shapes, labels, scale, named])
  const classes = shapes.flatMap((shape) => {
    const label = labels.get(shape.labelId)
    return drawingOf(shape).draw === null && label !== undefined ? [{ ...label, isOpen: isSuggestion(shape) }] : []
  })
  return (
    <>
      <canvas
        ref={canvas}
        className="full absolute inset-0 object-contain no-pointer"
        width={Math.max(1, Math.round(width * scale))}
        height={Math.max(1, Math.round(height * scale))}
        aria-hidden
      />
      {classes.length > 0 && (
        <span className={`${styles['classes']} absolute right-6 top-6 flex wrap gap-4 justify-end no-pointer`}>
          {classes.slice(0, maxClasses).map(({ id, name, colour, isOpen }) => (
            <span
              className="ellipsis inline-row gap-4 max-full-width padding-0-8 radius-10 ground-veil text-white font-12 line-height-20"
              key={id}
              data-open={isOpen}
            >
              <i
                className="rigid radius-4"
                style={{ background: isOpen ? 'transparent' : colour, borderColor: colour }}
              />
              {isOpen ? `${name}?` : name}
            </span>
          ))}
          {classes.length > maxClasses && (
            <span className="ellipsis inline-row gap-4 max-full-width padding-0-8 radius-10 ground-veil text-white font-12 line-height-20">{`+${classes.length - maxClasses}`}</span>
          )}
        </span>
      )}
    </>
  )
})

/** The number of canvas pixels in one CSS pixel. */
function unitOf({ width, height, clientWidth, clientHeight }: HTMLCanvasElement): number {
  return clientWidth === 0 || clientHeight === 0 ? 1 : Math.max(width / clientWidth, height / clientHeight)
}

const fonts = 'system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

const tag = { font: 11, height: 15, padding: 4 }

/** The background of a suggestion's name. */
const openGround = '#1f1f1f'

/** Writes a label's name, since color alone does not identify labels for everybody. */
function writeName(
  context: CanvasRenderingContext2D,
  { name, colour }: { name: string; colour: string | null },
  { x, y }: { x: number; y: number },
  unit: number,
): void {
  context.font = `600 ${tag.font * unit}px ${fonts}`
  const [height, padding] = [tag.height * unit, tag.padding * unit]
  const width = context.measureText(name).width + 2 * padding
  const tagX = Math.max(0, Math.min(x - unit, context.canvas.width - width))
  const top = Math.max(0, y - height)
  context.fillStyle = colour ?? openGround
  context.fillRect(tagX, top, width, height)
  context.fillStyle = colour === null ? '#fff' : inkOn(colour)
  context.textBaseline = 'middle'
  context.fillText(name, tagX + padding, top + height / 2)
}
