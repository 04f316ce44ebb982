import type { FromWorker, ToWorker } from './protocol.ts'
import { createScene, type Scene } from './scene.ts'

type Order = Extract<ToWorker, { order: number }>

export function serveDrawings(): void {
  let scene = createScene()
  let next: Scene | null = null
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d')
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    switch (data.type) {
      case 'draw':
        return draw(scene, data, new Set(data.excluded))
      case 'prepare':
        next = createScene()
        next.apply(data.load)
        return draw(next, data, new Set())
      case 'adopt':
        scene = next ?? scene
        next = null
        return
      default:
        scene.apply(data)
    }
  })

  function draw(drawn: Scene, { type, order, frame }: Order, excluded: ReadonlySet<string>): void {
    if (!context) throw new Error('no 2d context in this worker')
    canvas.width = Math.max(1, Math.round(frame.width * frame.pixelRatio))
    canvas.height = Math.max(1, Math.round(frame.height * frame.pixelRatio))
    drawn.draw(context, frame, excluded)
    const reply: FromWorker = { of: type, order, frame, bitmap: canvas.transferToImageBitmap() }
    postMessage(reply, { transfer: [reply.bitmap] })
  }
}
