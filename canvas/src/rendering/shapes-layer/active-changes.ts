import type { ToolDisplay } from '../../tools/tool.ts'

type Stroke = ToolDisplay['painting']

/** Decides whether the active layer needs redrawing: a mere pointer move leaves most of it unchanged. */
export interface ActiveChanges {
  redraw: () => void
  reset: () => void
  /** `stroke` is the last stroke, kept until the static layer shows it, to avoid flicker. */
  take: (display: ToolDisplay, tool: string, isSettled: () => boolean) => { stroke: Stroke; isStale: boolean }
}

export function createActiveChanges(invalidate: () => void): ActiveChanges {
  let drawn: { display: ToolDisplay; tool: string } | null = null
  let stroke: Stroke = null
  return {
    redraw() {
      drawn = null
      invalidate()
    },
    reset() {
      drawn = null
      stroke = null
    },
    take(display, tool, isSettled) {
      const previousStroke = stroke
      stroke = display.painting ?? (isSettled() ? null : stroke)
      const isAlike = drawn?.tool === tool && isSame(drawn.display, display)
      drawn = { display, tool }
      return { stroke, isStale: !isAlike || stroke !== null || previousStroke !== null }
    },
  }
}

/** True when two displays of a tool are equal and nothing follows the pointer. */
function isSame(previous: ToolDisplay, display: ToolDisplay): boolean {
  if (display.brush !== null || display.outline !== null) return false
  return (Object.keys(display) as (keyof ToolDisplay)[]).every((key) => previous[key] === display[key])
}
