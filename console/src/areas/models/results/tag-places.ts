import type { Box } from '@vermilion/contract/labels/box'

/** Pixels between a text and its shape, and between texts. */
const gap = 1

interface Size {
  width: number
  height: number
}

const isOver = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Above the shape's upper left corner, else below or at its right, without overlap; earlier labels go first. In pixels. */
export function placeTags(tags: readonly { size: Size; shape: Box }[], area: Size): Box[] {
  const positions: Box[] = []
  for (const { size, shape } of tags) {
    const within = (x: number, y: number): Box => ({
      ...size,
      x: Math.max(0, Math.min(x, area.width - size.width)),
      y: Math.max(0, Math.min(y, area.height - size.height)),
    })
    const [above, below] = [shape.y - size.height - gap, shape.y + shape.height + gap]
    const right = shape.x + shape.width - size.width
    const line = size.height + gap
    const lines = Array.from({ length: Math.ceil(area.height / line) }, (_, at) => at * line)
    const [left, atRight, atLeft] = [shape.x - gap, shape.x + shape.width + gap, shape.x - size.width - gap]
    const choices = [
      within(left, above),
      within(left, below),
      within(right, above),
      within(right, below),
      within(atRight, shape.y),
      within(atLeft, shape.y),
      ...[left, atRight, atLeft].flatMap((x) => lines.flatMap((by) => [within(x, below + by), within(x, above - by)])),
    ]
    const isFree = (choice: Box) => !positions.some((one) => isOver(one, choice))
    positions.push(choices.find(isFree) ?? choices[0]!)
  }
  return positions
}
