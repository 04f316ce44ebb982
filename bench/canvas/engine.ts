/** Cost of the annotation canvas with 10,000 boxes on a 4000×3000 image: `npm run bench canvas/engine`. */
import { createEditor } from '@vermilion/canvas/editor/editor'
import { createScene } from '@vermilion/canvas/rendering/shapes-layer/scene'
import { shapesAt } from '@vermilion/canvas/shapes/picking'
import type { Shape } from '@vermilion/contract/labels/index'

const image = { width: 4000, height: 3000 }
const labels = ['#e6194b', '#3cb44b', '#ffe119', '#4363d8'].map((colour, id) => ({
  id: `${id}`,
  name: `label ${id}`,
  colour,
}))

/** Multiplicative congruential generator (Park and Miller), so that runs measure the same boxes. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

const random = createRandom(7)
const shapes = Array.from({ length: 10_000 }, (_, number): Shape => {
  const [width, height] = [10 + random() * 190, 10 + random() * 190]
  const box = { x: random() * (image.width - width), y: random() * (image.height - height), width, height }
  return { id: `shape-${number}`, kind: 'box', labelId: `${number % 4}`, source: 'manual', box }
})

function measure(name: string, rounds: number, act: (round: number) => unknown): void {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    act(round)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (part: number): string => `${(times[Math.floor(part * (rounds - 1))] ?? 0).toFixed(3).padStart(9)} ms`
  process.stdout.write(`${name.padEnd(44)} p50 ${at(0.5)}   p95 ${at(0.95)}   max ${at(1)}\n`)
}

let made = 0
const open = (history?: unknown): ReturnType<typeof createEditor> =>
  createEditor({ image, shapes, labels, history, createId: () => `new-${(made += 1)}` })
const editor = open()
editor.view.resize({ width: 1400, height: 900 }, 1)
const scene = createScene()
const somewhere = (): { x: number; y: number } => ({ x: random() * 1400, y: random() * 900 })
const plain = { button: 'main', touch: false, shift: false, ctrl: false, alt: false } as const

measure('open an image', 20, () => open())
measure('load the scene', 20, () => scene.apply({ type: 'load', shapes, labels, look: editor.appearance.look() }))
measure('pick under the pointer', 2000, () => shapesAt(editor, somewhere()))
measure('move the pointer (pick, hover, cursor)', 2000, () =>
  editor.dispatch({ type: 'pointer-move', at: somewhere(), ...plain }),
)
measure('cull and order a frame, all in sight', 100, () => scene.seenIn(editor.view.frame(), new Set()))
editor.view.zoomAt({ x: 700, y: 450 }, 8)
measure('cull and order a frame, zoomed eight times', 500, () => scene.seenIn(editor.view.frame(), new Set()))
measure('change one shape', 1000, (round) => {
  const shape = shapes[(round * 37) % shapes.length]
  if (shape && 'box' in shape)
    editor.document.change('move', (draft) => draft.put({ ...shape, box: { ...shape.box, x: round / 10 } }))
})
measure('undo one change', 1000, () => editor.history.undo())
measure('relabel all', 20, (round) => {
  editor.selection.set(shapes.map(({ id }) => id))
  editor.run(`label-${round % 4}`)
})
const { view } = editor
view.fit()
for (const brushSize of [24, 200]) {
  editor.selection.clear()
  editor.settings.set({ brushSize })
  editor.run('tool-brush')
  const at = (round: number): { x: number; y: number } =>
    view.toScreen({ x: 200 + ((round * 90) % 3600), y: 200 + ((round * 37) % 2600) })
  editor.dispatch({ type: 'pointer-down', at: at(0), ...plain })
  measure(`paint one movement, ${brushSize} pixels wide`, 1000, (round) =>
    editor.dispatch({ type: 'pointer-move', at: at(round), ...plain }),
  )
  measure('end the stroke: from pixels to runs', 1, () => editor.dispatch({ type: 'pointer-up', at: at(0), ...plain }))
}
editor.run('tool-select')
measure('delete all and undo', 5, () => {
  editor.selection.set(shapes.map(({ id }) => id))
  editor.run('delete')
  editor.run('undo')
})
