import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Context } from '../context.ts'

const HEIGHT = 15
const PADDING = 4
const OPEN_GROUND = '#1f1f1f'
const FONT = '600 11px system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

export interface Tag {
  text: string
  colour: string
  isOpen?: boolean
  /** Corner of the shape in CSS pixels; the tag is above it, or inside without space above. */
  at: Point
}

export function drawTag(context: Context, { text, colour, isOpen = false, at }: Tag): Box {
  context.font = FONT
  const width = (text.length === 1 ? 7 : Math.ceil(context.measureText(text).width)) + 2 * PADDING
  const x = Math.round(at.x - 1)
  const y = at.y - HEIGHT >= 0 ? Math.round(at.y - HEIGHT) : Math.round(at.y)
  context.fillStyle = isOpen ? OPEN_GROUND : colour
  context.fillRect(x, y, width, HEIGHT)
  if (isOpen) {
    context.strokeStyle = colour
    context.lineWidth = 1.5
    context.strokeRect(x + 0.75, y + 0.75, width - 1.5, HEIGHT - 1.5)
  }
  context.fillStyle = isOpen ? '#fff' : inkOn(colour)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillText(text, x + width / 2, y + HEIGHT / 2 + 0.5)
  return { x, y, width, height: HEIGHT }
}

/** Black or white, whichever has more contrast with `#rrggbb`; white for other formats. */
export function inkOn(colour: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = (/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [])
    .slice(1)
    .map((part) => linear(Number.parseInt(part, 16) / 255))
  // WCAG 2 relative luminance; black and white contrast equally at 0.179.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
