import type { ImageSize } from '../codec.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import type { Column, Row } from './columns.ts'

export type BoxStyle = 'corners' | 'size' | 'center'

export interface WrittenBoxes {
  readonly style: BoxStyle | null
  readonly boxes: readonly (readonly string[])[]
}

const inColumns: readonly { style: BoxStyle; columns: readonly Column[] }[] = [
  { style: 'corners', columns: ['xmin', 'ymin', 'xmax', 'ymax'] },
  { style: 'center', columns: ['cx', 'cy', 'w', 'h'] },
  { style: 'size', columns: ['x', 'y', 'w', 'h'] },
]
const inCell: readonly { style: BoxStyle | null; column: Column }[] = [
  { style: null, column: 'bbox' },
  { style: 'corners', column: 'xyxy' },
  { style: 'size', column: 'xywh' },
]

export function boxesOf(row: Row): WrittenBoxes | { problem: ProblemFinding } | null {
  for (const { style, columns } of inColumns) {
    const texts = columns.map(row)
    if (texts.slice(0, 2).some((text) => text !== '')) return { style, boxes: [texts] }
  }
  for (const { style, column } of inCell) {
    const text = row(column)
    if (text === '' || /^(?:\[\s*\]|nan|none|null)$/i.test(text)) continue
    const read = boxesIn(text)
    if (read === null) return { problem: { reason: 'csv-box-unreadable', values: { column, text: text.slice(0, 60) } } }
    return { style: read.style ?? style, boxes: read.boxes }
  }
  return null
}

const aNumber = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const pair = /["']?([a-z][a-z _]*?)["']?\s*[:=]\s*["']?([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi

const namesInCell: readonly { style: BoxStyle; names: readonly RegExp[] }[] = [
  {
    style: 'corners',
    names: [/^(?:x_?min|x1|left|l)$/, /^(?:y_?min|y1|top|t)$/, /^(?:x_?max|x2|right|r)$/, /^(?:y_?max|y2|bottom|b)$/],
  },
  { style: 'size', names: [/^(?:x|x_?min|left)$/, /^(?:y|y_?min|top)$/, /^w(?:idth)?$/, /^h(?:eight)?$/] },
  { style: 'center', names: [/^(?:cx|x_?center)$/, /^(?:cy|y_?center)$/, /^w(?:idth)?$/, /^h(?:eight)?$/] },
]

function boxesIn(text: string): WrittenBoxes | null {
  const pairs = [...text.matchAll(pair)].map(([, name = '', value = '']) => [name.trim().toLowerCase(), value] as const)
  if (pairs.length > 0) {
    for (const { style, names } of namesInCell) {
      const box = names.map((name) => pairs.find(([own]) => name.test(own))?.[1] ?? '')
      if (pairs.length === 4 && box.every((value) => value !== '')) return { style, boxes: [box] }
    }
    return null
  }
  const numbers = text.match(aNumber) ?? []
  if (numbers.length === 0 || numbers.length % 4 > 0 || /\p{L}/u.test(text.replace(aNumber, ''))) return null
  // Eight numbers may be four corners: several boxes are recognized by brackets or separators.
  if (numbers.length > 4 && !/[\])}]\s*[,;]?\s*[[({]|[;|]/.test(text)) return null
  return {
    style: null,
    boxes: Array.from({ length: numbers.length / 4 }, (_, at) => numbers.slice(at * 4, at * 4 + 4)),
  }
}

export interface BoxMeaning {
  readonly style: BoxStyle
  readonly isParts: boolean
  readonly notes: readonly ProblemFinding[]
}

export function createBoxSurvey() {
  let [open, sizes, corners, all, above, fractions] = [0, 0, 0, 0, 0, 0]
  return {
    add(row: Row): void {
      const read = boxesOf(row)
      if (read === null || 'problem' in read) return
      const image = { width: Number(row('width')), height: Number(row('height')) }
      for (const box of read.boxes) {
        const numbers = box.map(Number)
        if (box.includes('') || !numbers.every(Number.isFinite)) continue
        const [a, b, c, d] = numbers as [number, number, number, number]
        all += 1
        if (numbers.some((value) => value < -0.01 || value > 1.01)) above += 1
        if (numbers.some((value) => !Number.isInteger(value))) fractions += 1
        if (read.style !== null) continue
        open += 1
        if (c <= a || d <= b) sizes += 1
        else if (isOutside(a + c, b + d, image)) corners += 1
      }
    },
    /** `isOwn`: the product's own tables always use pixels. */
    meaning(isOwn: boolean): BoxMeaning {
      const style = sizes === 0 && corners > 0 ? 'corners' : 'size'
      const isOpen = open > 0 && (sizes === 0) === (corners === 0)
      const isParts = !isOwn && all > 0 && above === 0 && fractions > 0
      return {
        style,
        isParts,
        notes: [
          ...(isOpen ? [{ reason: 'csv-box-as-size' } as const] : []),
          ...(isParts ? [{ reason: 'csv-box-parts' } as const] : []),
        ],
      }
    },
  }
}

const isOutside = (right: number, bottom: number, { width, height }: ImageSize): boolean =>
  (width > 0 && right > width + 1) || (height > 0 && bottom > height + 1)
