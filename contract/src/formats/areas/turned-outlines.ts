const ellipsePoints = 48

interface Middle {
  readonly x: number
  readonly y: number
}

export function ringOfTurnedBox(middle: Middle, size: { width: number; height: number }, degrees: number): number[] {
  const [right, down] = [size.width / 2, size.height / 2]
  const corners = [-right, -down, right, -down, right, down, -right, down]
  return turn(corners, middle, degrees)
}

export function ringOfEllipse(middle: Middle, radius: { x: number; y: number }, degrees: number): number[] {
  const ring = Array.from({ length: ellipsePoints }, (_, at) => (at * 2 * Math.PI) / ellipsePoints).flatMap((angle) => [
    radius.x * Math.cos(angle),
    radius.y * Math.sin(angle),
  ])
  return turn(ring, middle, degrees)
}

function turn(ring: readonly number[], { x, y }: Middle, degrees: number): number[] {
  const angle = (degrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2]!, ring[at * 2 + 1]!] as const).flatMap(
    ([right, down]) => [x + right * cosine - down * sine, y + right * sine + down * cosine],
  )
}
