import type { DrawAnswer, DrawRequest } from './draw.worker.ts'
import type { Curve, Drawing } from './drawing.ts'

type Show = (picture: ImageBitmap, drawing: Drawing) => void

const shows = new Map<number, Show>()
let worker: Worker | undefined
let charts = 0

export function startPainter(): Worker {
  if (worker !== undefined) return worker
  worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data: { chart, drawing, picture } }: MessageEvent<DrawAnswer>) => {
    const show = shows.get(chart)
    if (show === undefined) picture.close()
    else show(picture, drawing)
  })
  return worker
}

/** Draws one chart in the worker: a gesture moves the last picture at once, and a new one follows. */
export function createPainter(show: Show) {
  const chart = (charts += 1)
  shows.set(chart, show)
  return {
    draw: (curves: readonly Curve[], drawing: Drawing) =>
      startPainter().postMessage({ chart, curves, drawing } satisfies DrawRequest),
    close: () => shows.delete(chart),
  }
}
