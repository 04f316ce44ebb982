import { createEditor, type Editor } from '@vermilion/canvas/editor/editor'
import { mountCanvas } from '@vermilion/canvas/mount'
import type { Shape } from '@vermilion/contract/labels/index'
import { colours, type Candidate, type Ground } from './candidate.ts'

const labels = colours.map((colour, index) => ({ id: `${index}`, name: `label ${index}`, colour }))
const element = document.createElement('div')
Object.assign(element.style, { position: 'absolute', inset: '0' })
document.body.append(element)
const createWorker = () => new Worker(new URL('./shapes.worker.ts', import.meta.url), { type: 'module' })
let arrived: () => void = () => undefined
const canvas = mountCanvas({ element, name: 'canvas', createWorker, onImage: () => arrived() })
let editor: Editor
let made = 0

function shapesOf({ boxes, polygons }: Ground): Shape[] {
  return [
    ...boxes.map(({ id, label, ...box }): Shape => ({ id, kind: 'box', labelId: `${label}`, source: 'manual', box })),
    ...polygons.map(({ id, label, points }): Shape => ({
      id,
      kind: 'polygon',
      labelId: `${label}`,
      source: 'manual',
      polygon: { rings: [[...points]] },
    })),
  ]
}

const candidate: Candidate = {
  load: (ground) =>
    new Promise((resolve) => {
      arrived = resolve
      const shapes = shapesOf(ground)
      editor = createEditor({ image: ground.image, shapes, labels, createId: () => `new-${(made += 1)}` })
      canvas.show(editor, ground.image.source)
    }),
  handleOf(id) {
    editor.selection.set([id])
    const shape = editor.document.get(id)
    if (!shape || !('box' in shape)) throw new Error(`no box ${id}`)
    const { x, y, width, height } = shape.box
    return Promise.resolve(editor.view.toScreen({ x: x + width, y: y + height }))
  },
  beginDrawing: () => void editor.run('tool-draw-box'),
  shapes: () => editor.document.shapes().length,
  rightOf(id) {
    const shape = editor.document.get(id)
    return shape && 'box' in shape ? shape.box.x + shape.box.width : Number.NaN
  },
}
window.candidate = candidate
