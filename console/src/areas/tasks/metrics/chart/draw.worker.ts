import { draw, type Curve, type Drawing } from './drawing.ts'

export type DrawRequest =
  | { kind: 'curves'; chart: number; curves: Curve[] }
  | { kind: 'draw'; chart: number; drawing: Drawing }
  | { kind: 'forget'; chart: number }
export interface DrawAnswer {
  chart: number
  drawing: Drawing
  picture: ImageBitmap
}

const curves = new Map<number, readonly Curve[]>()
/** The latest pending drawing of each chart; older ones are outdated and dropped. */
const pending = new Map<number, Drawing>()
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d')
let busy = false

function drawNext(): void {
  const [next] = pending
  if (next === undefined || context === null) {
    busy = false
    return
  }
  const [chart, drawing] = next
  pending.delete(chart)
  try {
    canvas.width = Math.max(1, Math.round(drawing.width))
    canvas.height = Math.max(1, Math.round(drawing.height))
    draw(context, curves.get(chart) ?? [], drawing)
    const picture = canvas.transferToImageBitmap()
    postMessage({ chart, drawing, picture } satisfies DrawAnswer, { transfer: [picture] })
  } finally {
    // Also after a failed drawing; pending messages are handled first.
    setTimeout(drawNext)
  }
}

addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
  if (data.kind === 'curves') curves.set(data.chart, data.curves)
  else if (data.kind === 'draw') pending.set(data.chart, data.drawing)
  else {
    curves.delete(data.chart)
    pending.delete(data.chart)
  }
  if (busy || pending.size === 0) return
  busy = true
  setTimeout(drawNext)
})
