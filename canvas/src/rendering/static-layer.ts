import type { Frame } from '../editor/view.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import { createScene } from './scene.ts'
import type { SceneNews } from './scene.ts'
import { context2d, sizeTo } from './surface.ts'

/** The layer of all shapes at rest. */
export interface StaticLayer {
  take: (news: SceneNews) => void
  /** Shows the shapes in this frame. `stale` says that more than the frame changed since the last call. */
  paint: (frame: Frame, excluded: readonly string[], stale: boolean) => void
  destroy: () => void
}

interface Needs {
  canvas: HTMLCanvasElement
  createWorker: (() => Worker) | null
  /** Everything from the start, for drawing here in the place of a worker that failed. */
  reload: () => SceneNews | null
  /** Asks for another `paint` because a drawing has arrived. */
  repaint: () => void
}

/** Drawn by a worker where there can be one, else right here. A worker that fails is replaced by drawing here. */
export function createStaticLayer({ canvas, createWorker, reload, repaint }: Needs): StaticLayer {
  const local = createScene()
  const context = context2d(canvas)
  const workable = createWorker !== null && typeof OffscreenCanvas === 'function'
  let remote = workable ? createPainter({ worker: createWorker(), context, repaint, giveUp }) : null

  function giveUp(): void {
    remote?.destroy()
    remote = null
    const news = reload()
    if (news) local.take(news)
    repaint()
  }

  return {
    take: (news) => (remote ?? local).take(news),
    paint(frame, excluded, stale) {
      sizeTo(canvas, frame)
      if (remote) remote.paint(frame, excluded, stale)
      else local.draw(context, frame, new Set(excluded))
    },
    destroy: () => remote?.destroy(),
  }
}

interface PainterNeeds {
  worker: Worker
  context: CanvasRenderingContext2D
  repaint: () => void
  giveUp: () => void
}

/**
 * Orders drawings from the worker, one at a time, and meanwhile shows the last one moved and scaled to the present
 * frame: panning and zooming never wait for the drawing.
 */
function createPainter({ worker, context, repaint, giveUp }: PainterNeeds): StaticLayer {
  let last: FromWorker | null = null
  let ordered = 0
  /** Drawings ordered before this one show another image. */
  let valid = 0
  let inFlight = false
  let wanted = false
  let orderedFrame: Frame | null = null
  const send = (message: ToWorker): void => worker.postMessage(message)

  function keep(drawing: FromWorker | null): void {
    last?.bitmap.close()
    last = drawing
  }

  worker.addEventListener('error', giveUp)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    inFlight = false
    if (data.order < valid) data.bitmap.close()
    else keep(data)
    repaint()
  })

  function order(frame: Frame, excluded: readonly string[]): void {
    wanted = false
    inFlight = true
    orderedFrame = frame
    ordered += 1
    send({ type: 'draw', order: ordered, frame, excluded })
  }

  return {
    take(news) {
      if (news.type === 'load') {
        valid = ordered + 1
        keep(null)
      }
      send(news)
    },
    paint(frame, excluded, stale) {
      wanted ||= stale || frame !== orderedFrame
      if (wanted && !inFlight) order(frame, excluded)
      show(context, frame, last)
    },
    destroy() {
      keep(null)
      worker.terminate()
    },
  }
}

/** Shows a drawing made for one frame in another. */
function show(context: CanvasRenderingContext2D, frame: Frame, drawing: FromWorker | null): void {
  const { pixelRatio } = frame
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, frame.width, frame.height)
  if (!drawing) return
  const { frame: made, bitmap } = drawing
  const ratio = frame.scale / made.scale
  const x = frame.x - made.x * ratio
  const y = frame.y - made.y * ratio
  context.drawImage(bitmap, x, y, made.width * ratio, made.height * ratio)
}
