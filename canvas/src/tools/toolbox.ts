import type { Input, WheelInput } from '../editor/input.ts'
import type { Parts } from '../editor/parts.ts'
import { createSignal } from '../editor/document/signal.ts'
import { nudges, nudgeTool } from './nudge.ts'
import { panTool } from './pan.ts'
import { tools } from './registry.ts'
import type { ToolId } from './registry.ts'
import { runTool } from './tool.ts'
import type { RunningTool, ToolDisplay } from './tool.ts'

export interface Toolbox {
  active: () => ToolId
  choose: (id: ToolId) => void
  on: (input: Input) => boolean
  busy: () => boolean
  interrupt: () => boolean
  wants: (combination: string) => boolean
  cursor: () => string
  show: () => ToolDisplay
  subscribe: (listener: () => void) => () => void
}

/** Zoom per CSS pixel of wheel travel: a mouse wheel notch (100–120) zooms by about a fifth. */
const ZOOM_PER_PIXEL = 0.0016
/** A trackpad pinch arrives as Ctrl and a wheel with small steps. */
const ZOOM_PER_PINCH_PIXEL = 0.01

export function createToolbox(parts: Parts): Toolbox {
  const changed = createSignal()
  const pan = runTool(panTool, parts)
  const nudge = runTool(nudgeTool, parts)
  let active: ToolId = 'select'
  let activeTool = tools[active].start(parts)
  let spaceHeld = false

  const floor = (): RunningTool => [pan, nudge].find((tool) => tool.busy()) ?? activeTool
  const busy = (): boolean => pan.busy() || nudge.busy() || activeTool.busy()

  function toolFor(input: Input): RunningTool {
    if (input.type === 'arrived') return activeTool
    if (pan.busy() && isPointer(input)) return pan
    if (input.type === 'pointer-down' && (spaceHeld || input.button === 'middle')) return pan
    if (input.type === 'key-down' && !activeTool.busy() && nudges(input, parts)) return nudge
    return floor()
  }

  function on(input: Input): boolean {
    if (input.type === 'wheel') return wheel(input, parts)
    if (isKey(input) && input.key === 'Space') {
      spaceHeld = input.type === 'key-down'
      changed.emit()
      return true
    }
    if (input.type === 'interrupt') return interrupt()
    if (input.type === 'blur') {
      spaceHeld = false
      return !pan.busy() && activeTool.waits() ? false : interrupt()
    }
    // A press ends a nudge and then acts as usual.
    if (input.type === 'pointer-down' && nudge.busy()) nudge.on({ type: 'interrupt' })
    const tool = toolFor(input)
    const revision = parts.document.revision()
    const selection = parts.selection.ids()
    const wasBusy = tool.busy()
    const outcome = tool.on(input)
    if (outcome === 'done' && tool === activeTool && tools[active].draws.length > 0 && !parts.settings.get().sticky)
      select('select')
    changed.emit()
    return (
      wasBusy || outcome !== 'idle' || revision !== parts.document.revision() || selection !== parts.selection.ids()
    )
  }

  function interrupt(): boolean {
    const busyTools = [pan, nudge, activeTool].filter((tool) => tool.busy())
    for (const tool of busyTools) tool.on({ type: 'interrupt' })
    spaceHeld = false
    changed.emit()
    return busyTools.length > 0
  }

  function select(id: ToolId): void {
    active = id
    activeTool = tools[id].start(parts)
  }

  return {
    active: () => active,
    choose(id) {
      interrupt()
      select(id)
      changed.emit()
    },
    on,
    busy,
    interrupt,
    wants: (combination) => activeTool.wants(combination),
    cursor: () => (spaceHeld || pan.busy() ? pan.cursor() : activeTool.cursor()),
    show: () => (nudge.busy() ? nudge : activeTool).show(),
    subscribe: changed.subscribe,
  }
}

/** The wheel zooms at the pointer, and pans with Shift or sideways; a pinch, which arrives as Ctrl and the wheel, zooms. */
function wheel({ at, dx, dy, shift, ctrl }: WheelInput, { view }: Parts): boolean {
  if (shift && !ctrl) view.panBy(-(dx || dy), 0)
  else if (Math.abs(dx) > Math.abs(dy) && !ctrl) view.panBy(-dx, 0)
  else view.zoomAt(at, Math.exp(-dy * (ctrl && Math.abs(dy) < 50 ? ZOOM_PER_PINCH_PIXEL : ZOOM_PER_PIXEL)))
  return true
}

function isPointer(input: Input): boolean {
  return input.type === 'pointer-move' || input.type === 'pointer-up' || input.type === 'pointer-down'
}

function isKey(input: Input): input is Extract<Input, { type: 'key-down' | 'key-up' }> {
  return input.type === 'key-down' || input.type === 'key-up'
}
