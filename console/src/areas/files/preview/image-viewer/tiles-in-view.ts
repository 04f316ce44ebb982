import type { Tiling } from '@vermilion/contract/files/previews'

interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

export function tilesInView({ width, height, tileSide }: Tiling, level: number, part: Part) {
  const side = tileSide * 2 ** level
  const [across, down] = [width, height].map((length) => Math.ceil(length / 2 ** level)) as [number, number]
  const between = (min: number, max: number, length: number) => {
    const from = Math.max(0, Math.floor(min / side))
    const to = Math.min(Math.ceil(length / tileSide) - 1, Math.floor(max / side))
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  }
  return between(part.top, part.bottom, down).flatMap((y) =>
    between(part.left, part.right, across).map((x) => ({
      level,
      x,
      y,
      width: Math.min(tileSide, across - x * tileSide),
      height: Math.min(tileSide, down - y * tileSide),
    })),
  )
}
