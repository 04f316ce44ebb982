import { colours, fitted, panAndZoom, type Candidate, type Ground } from './candidate.ts'

/**
 * Lower bound of frame times: the picture and a canvas drawn once, both only moved by the browser; a hovered box is a bordered
 * element. Not usable for annotation: nothing is redrawn, lines scale with the zoom, nothing can be picked. No candidate in this
 * browser can be faster.
 */
const picture = new Image()
const drawn = document.createElement('canvas')
const box = document.createElement('div')
Object.assign(document.body.style, { overflow: 'hidden' })
for (const each of [picture, drawn]) {
  Object.assign(each.style, { position: 'absolute', left: '0', top: '0', transformOrigin: '0 0', maxWidth: 'none' })
  document.body.append(each)
}
Object.assign(box.style, { position: 'absolute', boxSizing: 'border-box', border: `2px solid ${colours[0]}` })
const view = { scale: 1, x: 0, y: 0 }
let scale = 1
const rect = { x: 0, y: 0, width: 0, height: 0 }
let mayDraw = false
let shapes = 0

function applyView(): void {
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  picture.style.transform = transform
  drawn.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale / scale})`
}

function placeBox(): void {
  const [left, top] = [rect.x * view.scale + view.x, rect.y * view.scale + view.y]
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` })
  Object.assign(box.style, { width: `${rect.width * view.scale}px`, height: `${rect.height * view.scale}px` })
}

panAndZoom(view, applyView)
addEventListener('pointerdown', ({ clientX, clientY, button }) => {
  if (button !== 0 || !mayDraw) return
  Object.assign(rect, { x: (clientX - view.x) / view.scale, y: (clientY - view.y) / view.scale })
  shapes += 1
})
addEventListener('pointermove', ({ clientX, clientY, buttons }) => {
  if ((buttons & 1) === 0) return
  rect.width = (clientX - view.x) / view.scale - rect.x
  rect.height = (clientY - view.y) / view.scale - rect.y
  placeBox()
})

function draw({ boxes, polygons }: Ground): void {
  const context = drawn.getContext('2d')
  if (!context) throw new Error('no 2d context')
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.lineWidth = 1.5 / scale
  for (const { label, x, y, width, height } of boxes) {
    context.strokeStyle = colours[label] ?? ''
    context.strokeRect(x, y, width, height)
  }
  for (const { label, points } of polygons) {
    context.strokeStyle = colours[label] ?? ''
    context.beginPath()
    for (let at = 0; at < points.length; at += 2) context.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
    context.closePath()
    context.stroke()
  }
}

const candidate: Candidate = {
  async load(ground) {
    picture.src = ground.image.source
    await picture.decode()
    Object.assign(view, fitted(ground.image))
    scale = view.scale
    drawn.width = Math.round(ground.image.width * scale)
    drawn.height = Math.round(ground.image.height * scale)
    draw(ground)
    shapes = ground.boxes.length + ground.polygons.length
    const middle = ground.boxes.find(({ id }) => id === 'middle')
    if (middle) Object.assign(rect, { x: middle.x, y: middle.y, width: middle.width, height: middle.height })
    document.body.append(box)
    applyView()
    placeBox()
    await new Promise(requestAnimationFrame)
  },
  handleOf() {
    placeBox()
    return Promise.resolve({
      x: (rect.x + rect.width) * view.scale + view.x,
      y: (rect.y + rect.height) * view.scale + view.y,
    })
  },
  beginDrawing: () => void (mayDraw = true),
  shapes: () => shapes,
  rightOf: () => rect.x + rect.width,
}
window.candidate = candidate
