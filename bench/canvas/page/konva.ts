import Konva from 'konva/lib/index.js'
import { colours, fitted, panAndZoom, type Candidate } from './candidate.ts'

/**
 * Konva tuned by its own performance advice: a static layer of shapes, a layer for the active one; no perfect drawing; no hit
 * graph while panning or zooming.
 */
const container = document.createElement('div')
document.body.append(container)
const stage = new Konva.Stage({ container, width: innerWidth, height: innerHeight })
const pictures = new Konva.Layer({ listening: false })
const shapes = new Konva.Layer()
const active = new Konva.Layer()
stage.add(pictures, shapes, active)
const plain = { perfectDrawEnabled: false, shadowForStrokeEnabled: false, strokeScaleEnabled: false, strokeWidth: 1.5 }
const view = { scale: 1, x: 0, y: 0 }
let drawing: Konva.Rect | null = null
let mayDraw = false
let idle = 0

function applyView(): void {
  stage.scale({ x: view.scale, y: view.scale })
  stage.position({ x: view.x, y: view.y })
}

panAndZoom(view, () => {
  if (shapes.listening()) shapes.listening(false)
  clearTimeout(idle)
  idle = window.setTimeout(() => shapes.listening(true), 150)
  applyView()
})

stage.on('mouseover', ({ target }) => {
  if (!(target instanceof Konva.Rect) || mayDraw || target.getLayer() !== shapes) return
  active.find('.hovered').forEach((node) => node.destroy())
  active.add(target.clone({ name: 'hovered', listening: false, strokeWidth: 3 }) as Konva.Rect)
})
stage.on('pointerdown', () => {
  const at = stage.getRelativePointerPosition()
  if (!mayDraw || !at) return
  drawing = new Konva.Rect({ ...plain, ...at, width: 0, height: 0, stroke: colours[0], listening: false })
  active.add(drawing)
})
stage.on('pointermove', () => {
  const at = stage.getRelativePointerPosition()
  if (drawing && at) drawing.size({ width: at.x - drawing.x(), height: at.y - drawing.y() })
})
stage.on('pointerup', () => {
  drawing?.moveTo(shapes)
  drawing = null
})

const boxOf = (id: string): Konva.Rect => {
  const node = stage.findOne(`#${id}`)
  if (!(node instanceof Konva.Rect)) throw new Error(`no box ${id}`)
  return node
}

const candidate: Candidate = {
  async load({ image, boxes, polygons }) {
    const picture = new Image()
    picture.src = image.source
    await picture.decode()
    pictures.add(new Konva.Image({ image: picture, width: image.width, height: image.height }))
    for (const { label, ...box } of boxes)
      shapes.add(new Konva.Rect({ ...plain, ...box, stroke: colours[label] ?? '' }))
    for (const { id, label, points } of polygons)
      shapes.add(new Konva.Line({ ...plain, id, points: [...points], closed: true, stroke: colours[label] ?? '' }))
    Object.assign(view, fitted(image))
    applyView()
    await new Promise(requestAnimationFrame)
  },
  async handleOf(id) {
    const box = boxOf(id)
    box.moveTo(active)
    active.add(new Konva.Transformer({ nodes: [box], rotateEnabled: false, ignoreStroke: true }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { x, y, width, height } = box.getClientRect({ skipStroke: true })
    return { x: x + width, y: y + height }
  },
  beginDrawing() {
    mayDraw = true
    active.find('Transformer').forEach((node) => node.destroy())
    shapes.listening(false)
  },
  shapes: () => shapes.getChildren().length,
  rightOf(id) {
    const box = boxOf(id)
    return box.x() + box.width() * box.scaleX()
  },
}
window.candidate = candidate
