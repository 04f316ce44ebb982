import { expect, test } from 'vitest'
import { testBox, testLabels } from '../../testing/test-editor.ts'
import type { Look } from '../../editor/appearance.ts'
import { inkOn } from './draw-tag.ts'
import { createScene } from './scene.ts'

const frame = { scale: 2, x: 0, y: 0, width: 200, height: 200, pixelRatio: 1 }
const look: Look = { hiddenShapes: new Set(), hiddenLabels: new Set(), focusedLabel: null, bare: false }
const near = testBox('near', 10, 10, 20, 20)
const crossing = testBox('crossing', 90, 90, 50, 50, 'dog')
const far = testBox('far', 150, 150, 20, 20)

function loaded(): ReturnType<typeof createScene> {
  const scene = createScene()
  scene.apply({ type: 'load', shapes: [far, crossing, near], labels: testLabels, look })
  return scene
}
const ids = (scene: ReturnType<typeof createScene>, excluded: readonly string[] = []): string[] =>
  scene.seenIn(frame, new Set(excluded)).map(({ id }) => id)

test('a scene draws what touches the viewport, bottom first, without what the hand holds', () => {
  expect(ids(loaded())).toEqual(['crossing', 'near'])
  expect(ids(loaded(), ['near'])).toEqual(['crossing'])
})

test('changes arrive piecemeal: moved in, removed, added on top, laid in another order', () => {
  const scene = loaded()
  scene.apply({
    type: 'change',
    put: [testBox('far', 50, 50, 5, 5), testBox('new', 1, 1, 5, 5)],
    removed: ['near'],
    order: null,
  })
  expect(ids(scene)).toEqual(['far', 'crossing', 'new'])
  scene.apply({ type: 'change', put: [], removed: [], order: ['new', 'far', 'crossing'] })
  expect(ids(scene)).toEqual(['new', 'far', 'crossing'])
})

test('hidden shapes and labels stay away, and everything does while the image is bared', () => {
  const scene = loaded()
  scene.apply({ type: 'look', look: { ...look, hiddenLabels: new Set(['dog']) } })
  expect(ids(scene)).toEqual(['near'])
  scene.apply({ type: 'look', look: { ...look, hiddenShapes: new Set(['near']) } })
  expect(ids(scene)).toEqual(['crossing'])
  scene.apply({ type: 'look', look: { ...look, bare: true } })
  expect(ids(scene)).toEqual([])
})

function drawn(scene: ReturnType<typeof createScene>): { dashed: number; solid: number; texts: string[] } {
  const counts = { dashed: 0, solid: 0, texts: [] as string[] }
  let dash: readonly number[] = []
  const methods: Record<string, (...given: never[]) => unknown> = {
    setLineDash: (next: readonly number[]) => (dash = next),
    strokeRect: () => (counts[dash.length > 0 ? 'dashed' : 'solid'] += 1),
    measureText: () => ({ width: 30 }),
    fillText: (text: string) => counts.texts.push(text),
  }
  const context = new Proxy({}, { get: (_, name) => methods[String(name)] ?? (() => undefined), set: () => true })
  scene.draw(context as CanvasRenderingContext2D, frame, new Set())
  return counts
}

test('a suggestion is drawn dashed and with a question mark until somebody accepts it', () => {
  const accepted = createScene()
  accepted.apply({ type: 'load', shapes: [near], labels: testLabels, look })
  const { dashed, texts } = drawn(accepted)
  expect(dashed).toBe(0)
  const open = createScene()
  const suggestion = { ...near, source: 'model' as const, score: 0.8 }
  open.apply({ type: 'load', shapes: [suggestion], labels: testLabels, look })
  // Only the outline is dashed; halo and tag border are solid.
  expect(drawn(open)).toMatchObject({ dashed: 1, texts: [`${texts[0]}?`] })
  open.apply({ type: 'change', put: [near], removed: [], order: null })
  expect(drawn(open)).toMatchObject({ dashed: 0, texts })
})

test('text on a tag is dark on light colours and light on dark ones', () => {
  expect([inkOn('#ffe119'), inkOn('#000075'), inkOn('#FFFFFF'), inkOn('tomato')]).toEqual([
    '#000',
    '#fff',
    '#000',
    '#fff',
  ])
})
