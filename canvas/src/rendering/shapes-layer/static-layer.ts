import { sameFrame } from '../../editor/view.ts'
import type { Frame } from '../../editor/view.ts'
import { createAheadDrawing } from './next-drawing.ts'
import { doesFor, drawnAround } from './drawn-area.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import { createScene } from './scene.ts'
import type { SceneLoad, SceneUpdate } from './scene.ts'
import { context2d, sizeTo } from '../surface.ts'

export interface StaticLayer {
  apply: (update: SceneUpdate) => void
  prepare: (load: SceneLoad | null, frame: Frame) => void
  /** Displays the shapes in a frame. `stale` is true when more than the frame changed. */
  paint: (frame: Frame, excluded: readonly string[], stale: boolean) => void
  /** True when the page shows all changes, possibly moved and scaled. */
  settled: () => boolean
  missing: () => readonly string[]
  destroy: () => void
}

interface Needs {
  host: HTMLElement
  createWorker: (() => Worker) | null
  /** Full state, to continue here after the worker failed. */
  reload: () => SceneUpdate | null
  repaint: () => void
}

/** Draws in a worker if possible, else on the main thread, also after a worker failed. */
export function createStaticLayer({ host, createWorker, reload, repaint }: Needs): StaticLayer {
  const workable = createWorker !== null && typeof OffscreenCanvas === 'function'
  let layer = workable ? createPainter({ worker: createWorker(), canvas: canvasIn(host), repaint, giveUp }) : drawHere()

  // A canvas that served a bitmap renderer cannot get a 2D context.
  function drawHere(): StaticLayer {
    return createDrawing(canvasIn(host))
  }

  function giveUp(): void {
    layer.destroy()
    layer = drawHere()
    const update = reload()
    if (update) layer.apply(update)
    repaint()
  }

  return {
    apply: (update) => layer.apply(update),
    prepare: (load, frame) => layer.prepare(load, frame),
    paint: (frame, excluded, stale) => layer.paint(frame, excluded, stale),
    settled: () => layer.settled(),
    missing: () => layer.missing(),
    destroy: () => layer.destroy(),
  }
}

function canvasIn(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', transformOrigin: '0 0' })
  host.append(canvas)
  return canvas
}

function bitmapContext(canvas: HTMLCanvasElement): ImageBitmapRenderingContext {
  const context = canvas.getContext('bitmaprenderer')
  if (!context) throw new Error('this browser offers no canvas for bitmaps')
  return context
}

function fill(canvas: HTMLCanvasElement, frame: Frame): void {
  sizeTo(canvas, frame)
  Object.assign(canvas.style, { width: `${frame.width}px`, height: `${frame.height}px` })
}

function createDrawing(canvas: HTMLCanvasElement): StaticLayer {
  const scene = createScene()
  const context = context2d(canvas)
  let visibleFrame: Frame | null = null
  let missing: readonly string[] = []
  return {
    apply: scene.apply,
    // On the main thread it would block the page.
    prepare: () => undefined,
    paint(frame, excluded, stale) {
      if (!stale && frame === visibleFrame) return
      visibleFrame = frame
      missing = excluded
      fill(canvas, frame)
      scene.draw(context, frame, new Set(excluded))
    },
    settled: () => true,
    missing: () => missing,
    destroy: () => canvas.remove(),
  }
}

interface PainterNeeds {
  worker: Worker
  canvas: HTMLCanvasElement
  repaint: () => void
  giveUp: () => void
}

/** Milliseconds without view changes after which the view rests. */
const REST = 80
/** Minimum milliseconds between drawings of a moving view, and multiple of the last drawing's duration. */
const PACE = 120
const SHARE = 4

/** One request at a time; meanwhile the last drawing is moved and scaled. A moving view is redrawn only when necessary. */
function createPainter({ worker, canvas, repaint, giveUp }: PainterNeeds): StaticLayer {
  const view = createBitmapView(canvas)
  let ordered = 0
  /** Drawings requested before this one belong to another image. */
  let valid = 0
  let inFlight = false
  let changed = false
  /** Viewport and time of the last request. */
  let orderedFrame: Frame | null = null
  let orderedAt = Number.NEGATIVE_INFINITY
  let took = 0
  /** Viewport of the last `paint`, and its start time. */
  let present: Frame | null = null
  let movedAt = Number.NEGATIVE_INFINITY
  let orderedWithout: readonly string[] = []
  let drawnAhead: Frame | null = null
  const send = (message: ToWorker): void => worker.postMessage(message)
  const ahead = createAheadDrawing(send)

  worker.addEventListener('error', giveUp)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.of === 'prepare') return ahead.keep(data)
    inFlight = false
    took = performance.now() - orderedAt
    if (data.order < valid) data.bitmap.close()
    // At most one request is pending, so this answers the last one.
    else view.receive(data, orderedWithout)
    repaint()
  })

  function order(frame: Frame, excluded: readonly string[]): void {
    changed = false
    inFlight = true
    orderedFrame = frame
    orderedAt = performance.now()
    orderedWithout = excluded
    ordered += 1
    send({ type: 'draw', order: ordered, frame: drawnAround(frame), excluded })
  }

  function isDue(frame: Frame): boolean {
    const visibleFrame = view.frame()
    if (changed || !visibleFrame) return true
    if (orderedFrame && sameFrame(orderedFrame, frame)) return false
    return !moves() || (!doesFor(visibleFrame, frame) && performance.now() - orderedAt >= Math.max(PACE, SHARE * took))
  }

  const moves = () => performance.now() - movedAt < REST

  return {
    apply(update) {
      drawnAhead = null
      if (update.type !== 'load') return send(update)
      valid = ordered + 1
      view.clear()
      const adopted = ahead.adopt(update)
      if (!adopted) return send(update)
      if (!adopted.drawing) return
      view.receive(adopted.drawing, [])
      drawnAhead = adopted.drawing.frame
    },
    prepare: (load, frame) => ahead.prepare(load, drawnAround(frame)),
    paint(frame, excluded, stale) {
      if (!present || !sameFrame(present, frame)) movedAt = performance.now()
      present = frame
      changed ||= stale
      if (drawnAhead && excluded.length === 0 && sameFrame(drawnAhead, drawnAround(frame))) {
        orderedFrame = frame
        changed = false
      }
      drawnAhead = null
      view.showReceived()
      if (!inFlight && isDue(frame)) order(frame, excluded)
      if (moves()) repaint()
      view.moveTo(frame)
    },
    settled: () => !changed && !inFlight && !view.hasReceived(),
    missing: view.missing,
    destroy() {
      worker.terminate()
      view.destroy()
    },
  }
}

/** The displayed drawing, and the received one not displayed yet. */
function createBitmapView(canvas: HTMLCanvasElement) {
  const context = bitmapContext(canvas)
  let received: (FromWorker & { missing: readonly string[] }) | null = null
  let visibleFrame: Frame | null = null
  let missing: readonly string[] = []
  return {
    receive(drawing: FromWorker, without: readonly string[]): void {
      received?.bitmap.close()
      received = { ...drawing, missing: without }
    },
    hasReceived: () => received !== null,
    showReceived(): void {
      if (!received) return
      fill(canvas, received.frame)
      context.transferFromImageBitmap(received.bitmap)
      visibleFrame = received.frame
      missing = received.missing
      received = null
    },
    frame: () => visibleFrame,
    missing: () => missing,
    moveTo(frame: Frame): void {
      if (visibleFrame) position(canvas, frame, visibleFrame)
    },
    clear(): void {
      received?.bitmap.close()
      received = null
      visibleFrame = null
      missing = []
      context.transferFromImageBitmap(null)
    },
    destroy(): void {
      received?.bitmap.close()
      canvas.remove()
    },
  }
}

function position({ style }: HTMLCanvasElement, frame: Frame, made: Frame): void {
  const ratio = frame.scale / made.scale
  style.transform = `matrix(${ratio}, 0, 0, ${ratio}, ${frame.x - made.x * ratio}, ${frame.y - made.y * ratio})`
}
