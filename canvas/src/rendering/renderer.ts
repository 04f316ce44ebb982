import type { Shape } from '@vermilion/contract/labels/index'
import { initialLook } from '../editor/appearance.ts'
import type { DocumentChange, Size } from '../editor/document/document.ts'
import type { Editor, EditorPart } from '../editor/editor.ts'
import { fittedFrame } from '../editor/view.ts'
import { createActiveChanges } from './shapes-layer/active-changes.ts'
import { drawActive } from './shapes-layer/active-layer.ts'
import { createActiveSurface } from './shapes-layer/active-surface.ts'
import { createCrosshair } from './crosshair.ts'
import { filterOf, placeImage } from './image/image-layer.ts'
import { createStaticLayer } from './shapes-layer/static-layer.ts'
import type { SceneUpdate } from './shapes-layer/scene.ts'
import { moduleOf } from '../shapes/registry.ts'
import type { TileLayer } from './image/tile-layer.ts'

/** Runs something once before the next repaint; returns a cancel function. */
export type Scheduler = (run: () => void) => () => void

export interface Layers {
  image: HTMLImageElement
  tiles: TileLayer
  shapes: HTMLElement
  active: HTMLCanvasElement
  crosshair: HTMLElement
}

export interface RendererNeeds {
  layers: Layers
  createWorker: (() => Worker) | null
  schedule: Scheduler
  setCursor: (cursor: string) => void
}

export interface Renderer {
  show: (editor: Editor) => void
  prepare: (next: { size: Size; shapes: readonly Shape[] } | null, viewport: Size) => void
  repaint: () => void
  destroy: () => void
}

/** Updates the three layers for an editor, at most once per repaint and only those that changed. */
export function createRenderer({ layers, createWorker, schedule, setCursor }: RendererNeeds): Renderer {
  let editor: Editor | null = null
  const reload = (): SceneUpdate | null => editor && everythingOf(editor)
  const changes = createActiveChanges(invalidate)
  const shapes = createStaticLayer({ host: layers.shapes, createWorker, reload, repaint: changes.redraw })
  const active = createActiveSurface(layers.active)
  const crosshair = createCrosshair(layers.crosshair)
  let stale = true
  let excluded: readonly string[] = []
  let callOff: (() => void) | null = null
  let forget: (() => void)[] = []

  function invalidate(): void {
    callOff ??= schedule(() => {
      callOff = null
      if (editor) render(editor)
    })
  }

  function render(target: Editor): void {
    const { view, document, tools } = target
    const frame = view.frame()
    if (frame.width < 1 || frame.height < 1) return
    placeImage(layers.image, document.image, frame)
    const filter = filterOf(target.appearance.adjustments())
    if (layers.image.style.filter !== filter) layers.image.style.filter = filter
    layers.tiles.position(frame, filter)
    const standIns = standInsOf(target)
    if (standIns.length !== excluded.length || standIns.some((id, position) => id !== excluded[position])) stale = true
    excluded = standIns
    shapes.paint(frame, excluded, stale)
    stale = false
    const display = tools.show()
    const { stroke, isStale } = changes.take(display, tools.active(), shapes.settled)
    if (isStale) active.draw(frame, (context) => drawActive(context, target, stroke, shapes.missing()))
    const crossed = display.crosshair || target.settings.get().crosshair
    crosshair.show(crossed ? target.pointer() : null)
    setCursor(tools.cursor())
  }

  function apply(update: SceneUpdate): void {
    stale = true
    shapes.apply(update)
  }

  function follow(target: Editor, part: EditorPart): void {
    if (part === 'labels') apply({ type: 'labels', labels: target.labels.list() })
    if (part === 'appearance') apply({ type: 'look', look: target.appearance.look() })
    if (part === 'tools') invalidate()
    else changes.redraw()
  }

  function release(): void {
    for (const each of forget) each()
    forget = []
  }

  return {
    show(next) {
      release()
      editor = next
      changes.reset()
      apply(everythingOf(next))
      forget = [
        next.document.subscribe((change) => apply(updateOf(next, change))),
        next.subscribe((part) => follow(next, part)),
      ]
      invalidate()
    },
    prepare(next, viewport) {
      const pixelRatio = editor?.view.frame().pixelRatio ?? 1
      const frame = fittedFrame(next?.size ?? viewport, viewport, pixelRatio)
      const [labels, look] = [editor?.labels.list() ?? [], initialLook(editor?.appearance.look())]
      shapes.prepare(next && { type: 'load', shapes: next.shapes, labels, look }, frame)
    },
    repaint: changes.redraw,
    destroy() {
      release()
      callOff?.()
      shapes.destroy()
    },
  }
}

/** Changing shapes, and a selected one drawn as an outline: a dragged handle would otherwise redraw all shapes at once. */
function standInsOf({ tools, document, selection }: Editor): readonly string[] {
  const changing = tools.show().shapes.flatMap(({ id }) => (document.get(id) ? [id] : []))
  if (changing.length > 0) return changing
  const only = document.get(selection.only() ?? '')
  return only && !moduleOf(only).fill ? [only.id] : []
}

function everythingOf({ document, labels, appearance }: Editor): SceneUpdate {
  return { type: 'load', shapes: document.shapes(), labels: labels.list(), look: appearance.look() }
}

function updateOf({ document }: Editor, { touched, reordered }: DocumentChange): SceneUpdate {
  const put = [...touched].flatMap((id) => document.get(id) ?? [])
  const removed = [...touched].filter((id) => !document.get(id))
  return { type: 'change', put, removed, order: reordered ? document.shapes().map(({ id }) => id) : null }
}
