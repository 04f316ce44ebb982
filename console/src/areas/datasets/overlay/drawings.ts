import type { LabelKind, ShapeOf } from '@vermilion/contract/labels/index'

/** The target of a drawing; `scale` turns pixels of the image into pixels of the canvas. */
export interface Pen {
  context: Pick<
    CanvasRenderingContext2D,
    | 'fillStyle'
    | 'strokeStyle'
    | 'lineWidth'
    | 'fillRect'
    | 'beginPath'
    | 'rect'
    | 'moveTo'
    | 'lineTo'
    | 'closePath'
    | 'fill'
    | 'stroke'
    | 'setLineDash'
  >
  scale: number
  /** The number of canvas pixels in one CSS pixel. */
  unit: number
  colour: string
  /** An open suggestion: a dashed outline and a striped area. */
  isOpen: boolean
}

/** CSS pixels: the line, its darker edge, a dash and a gap. */
const line = 1.5
const shade = 1
const dash = [5, 4]
/** Canvas pixels: a stripe of a mask and the gap below it. */
const stripe = 3

/** The edge below a line, which makes it visible on light and dark pictures. */
const shadeColour = 'rgb(0 0 0 / 0.65)'

interface Drawing<Kind extends LabelKind> {
  /** Null for a kind without geometry, which only shows its label. */
  draw: ((pen: Pen, shape: ShapeOf<Kind>) => void) | null
  corner: (shape: ShapeOf<Kind>) => { x: number; y: number }
}

const drawings: { [Kind in LabelKind]: Drawing<Kind> } = {
  box: {
    draw(pen, { box: { x, y, width, height } }) {
      const { context, scale } = pen
      context.beginPath()
      context.rect(x * scale, y * scale, width * scale, height * scale)
      tint(pen, '1f')
    },
    corner: ({ box }) => box,
  },
  polygon: {
    draw(pen, { polygon: { rings } }) {
      const { context, scale } = pen
      context.beginPath()
      for (const points of rings) {
        for (let at = 0; at < points.length; at += 2) {
          const [x, y] = [points[at]! * scale, points[at + 1]! * scale]
          if (at === 0) context.moveTo(x, y)
          else context.lineTo(x, y)
        }
        context.closePath()
      }
      tint(pen, pen.isOpen ? '1f' : '59')
    },
    corner: ({ polygon: { rings } }) => ({ x: rings[0]?.[0] ?? 0, y: rings[0]?.[1] ?? 0 }),
  },
  mask: {
    draw({ context, scale, colour, isOpen }, { mask: { x: left, y: top, width, counts } }) {
      context.fillStyle = `${colour}8c`
      // The first of the rows that fall onto one canvas row represents them all.
      const step = Math.max(1, Math.floor(1 / scale))
      const high = Math.max(1, step * scale)
      let at = 0
      for (const [index, length] of counts.entries()) {
        for (let from = at; index % 2 === 1 && from < at + length;) {
          const row = Math.floor(from / width)
          const end = Math.min(at + length, (row + 1) * width)
          const column = from - row * width
          const isGap = isOpen && Math.floor((row * scale) / stripe) % 2 === 1
          if (row % step === 0 && !isGap) {
            context.fillRect((left + column) * scale, (top + row) * scale, Math.max(1, (end - from) * scale), high)
          }
          from = end
        }
        at += length
      }
    },
    corner: ({ mask }) => mask,
  },
  class: { draw: null, corner: () => ({ x: 0, y: 0 }) },
}

/** The even-odd rule, for polygons with holes. */
function tint({ context, unit, colour, isOpen }: Pen, alpha: string): void {
  context.fillStyle = `${colour}${alpha}`
  context.fill('evenodd')
  context.setLineDash(isOpen ? dash.map((length) => length * unit) : [])
  context.strokeStyle = shadeColour
  context.lineWidth = (line + 2 * shade) * unit
  context.stroke()
  context.strokeStyle = colour
  context.lineWidth = line * unit
  context.stroke()
  context.setLineDash([])
}

export function drawingOf<Kind extends LabelKind>(shape: ShapeOf<Kind>): Drawing<Kind> {
  // A record indexed by a shape's own kind holds that kind's drawing, which the type system cannot follow.
  const drawingsByKind: Record<LabelKind, unknown> = drawings
  return drawingsByKind[shape.kind] as Drawing<Kind>
}
