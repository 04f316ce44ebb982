import type { FromWorker, ToWorker } from './protocol.ts'
import { createScene } from './scene.ts'

/** All that a worker of the canvas does: it keeps a scene and draws it into bitmaps on order. */
export function serveDrawings(): void {
  const scene = createScene()
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d')
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if (data.type !== 'draw') return scene.take(data)
    if (!context) throw new Error('no 2d context in this worker')
    const { order, frame, excluded } = data
    canvas.width = Math.max(1, Math.round(frame.width * frame.pixelRatio))
    canvas.height = Math.max(1, Math.round(frame.height * frame.pixelRatio))
    scene.draw(context, frame, new Set(excluded))
    const answer: FromWorker = { order, frame, bitmap: canvas.transferToImageBitmap() }
    postMessage(answer, { transfer: [answer.bitmap] })
  })
}
