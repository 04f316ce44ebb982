import type { Frame } from '../../editor/view.ts'

/** Share of the viewport drawn beyond each edge, for panning. */
const MARGIN = 1 / 6
/** Maximum device pixels of a drawing, 64 MiB: larger screens get less margin. */
const MOST = 16 * 2 ** 20

export function drawnAround(frame: Frame): Frame {
  const { width, height, pixelRatio } = frame
  const most = Math.sqrt(MOST / Math.max(1, width * height * pixelRatio ** 2))
  const margin = Math.max(0, Math.min(MARGIN, (most - 1) / 2))
  // Whole device pixels, so that a drawing at rest is as sharp as one without margin.
  const [beside, above] = [width, height].map((length) => Math.floor(length * margin * pixelRatio) / pixelRatio)
  const [dx = 0, dy = 0] = [beside, above]
  return { ...frame, x: frame.x + dx, y: frame.y + dy, width: width + 2 * dx, height: height + 2 * dy }
}

/** Enlargement at which a drawing looks coarse even while moving. */
const COARSE = 2

/** True when a drawing, moved and scaled, covers the viewport sharply enough while it moves. */
export function doesFor(made: Frame, frame: Frame): boolean {
  const ratio = frame.scale / made.scale
  if (ratio > COARSE || made.pixelRatio !== frame.pixelRatio) return false
  const [left, top] = [made.x * ratio - frame.x, made.y * ratio - frame.y]
  return left >= 0 && top >= 0 && made.width * ratio - left >= frame.width && made.height * ratio - top >= frame.height
}
