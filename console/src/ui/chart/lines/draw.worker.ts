import { type Curve, draw, type Drawing, margin } from './drawing.ts'

export interface DrawRequest {
  chart: number
  curves: readonly Curve[]
  drawing: Drawing
}
export interface DrawAnswer extends Omit<DrawRequest, 'curves'> {
  picture: ImageBitmap
}

/** The latest pending request of each chart; older ones are outdated and dropped. */
const pending = new Map<number, DrawRequest>()
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d')
let busy = false

function drawNext(): void {
  const [next] = pending.values()
  busy = next !== undefined && context !== null
  if (next === undefined || context === null) return
  const { chart, curves, drawing } = next
  pending.delete(chart)
  try {
    canvas.width = Math.round(drawing.width + 2 * margin * drawing.ratio)
    canvas.height = Math.round(drawing.height + 2 * margin * drawing.ratio)
    draw(context, curves, drawing)
    const picture = canvas.transferToImageBitmap()
    postMessage({ chart, drawing, picture } satisfies DrawAnswer, { transfer: [picture] })
  } finally {
    // Also after a failed drawing; pending messages are handled first.
    setTimeout(drawNext)
  }
}

addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
  pending.set(data.chart, data)
  if (!busy) setTimeout(drawNext)
  busy = true
})
