/**
 * Maps the bar to lines: at its start the first line is at the top, at its end the last at the bottom, in between the line at its
 * fraction.
 */
export function anchorOf(viewport: { top: number; view: number; total: number; lineHeight: number }) {
  const { top, view, total, lineHeight } = viewport
  const end = total * lineHeight - view
  const share = end <= 0 ? 0 : Math.min(1, Math.max(0, top / end))
  const exact = share * total
  const line = Math.min(Math.max(0, total - 1), Math.floor(exact))
  /** `fraction` is the part of the line above its anchor, `height` the anchor's position in the window in pixels. */
  return { line, fraction: exact - line, height: share * view }
}
