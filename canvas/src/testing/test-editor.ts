import type { Box, Point } from '@vermilion/contract/labels/box'
import type { LabelKind, Shape, ShapeOf } from '@vermilion/contract/labels/index'
import { createEditor } from '../editor/editor.ts'
import type { Editor, EditorNeeds } from '../editor/editor.ts'
import type { KeyInput, Modifiers, PointerInput } from '../editor/input.ts'
import type { LabelStyle } from '../editor/labels.ts'
import { prepareKinds, shapeModules } from '../shapes/registry.ts'

await prepareKinds(Object.keys(shapeModules) as LabelKind[])

type PointerOptions = Partial<Modifiers & Pick<PointerInput, 'button' | 'touch'>>

/** An editor without DOM, with the mounted canvas's inputs. At the start, CSS pixels and image pixels agree. */
export interface TestEditor {
  readonly editor: Editor
  pointerMove: (x: number, y: number, options?: PointerOptions) => TestEditor
  pointerDown: (x: number, y: number, options?: PointerOptions) => TestEditor
  pointerUp: (x: number, y: number, options?: PointerOptions) => TestEditor
  click: (x: number, y: number, options?: PointerOptions) => TestEditor
  drag: (from: Point, to: Point, options?: PointerOptions) => TestEditor
  key: (combination: string) => TestEditor
  keyDown: (combination: string) => TestEditor
  keyUp: (combination: string) => TestEditor
  /** Holds a key for a number of events, all but the first being repeats, and releases it. */
  keyRepeat: (combination: string, times: number) => TestEditor
  wheel: (x: number, y: number, dy: number, options?: Partial<Modifiers & { dx: number }>) => TestEditor
  undo: () => TestEditor
  redo: () => TestEditor
  shapes: () => readonly Shape[]
  boxes: () => Box[]
  selected: () => string[]
}

export const testLabels: readonly LabelStyle[] = [
  { id: 'cat', name: 'Cat', colour: '#e6194b' },
  { id: 'dog', name: 'Dog', colour: '#3cb44b' },
  { id: 'cup', name: 'Cup', colour: '#4363d8' },
]

export function testBox(
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
  labelId = 'cat',
): ShapeOf<'box'> {
  return { id, kind: 'box', labelId, source: 'manual', box: { x, y, width, height } }
}

export function testPolygon(id: string, rings: number[][], labelId = 'cat'): ShapeOf<'polygon'> {
  return { id, kind: 'polygon', labelId, source: 'manual', polygon: { rings } }
}

export function testMask(id: string, { x, y, width, height }: Box, labelId = 'cat'): ShapeOf<'mask'> {
  return { id, kind: 'mask', labelId, source: 'manual', mask: { x, y, width, height, counts: [0, width * height] } }
}

export function createTestEditor({
  image = { width: 400, height: 300 },
  shapes = [],
  labels = testLabels,
  ...needs
}: Partial<EditorNeeds> = {}): TestEditor {
  let made = 0
  const editor = createEditor({ ...needs, image, shapes, labels, createId: () => `drawn-${(made += 1)}` })
  editor.view.resize(image, 1)
  editor.view.zoomAt({ x: 0, y: 0 }, 1 / editor.view.frame().scale)
  const { x, y } = editor.view.frame()
  editor.view.panBy(-x, -y)

  function pointer(type: PointerInput['type'], x: number, y: number, options: PointerOptions = {}): TestEditor {
    editor.dispatch({
      type,
      at: { x, y },
      button: 'main',
      touch: false,
      shift: false,
      ctrl: false,
      alt: false,
      ...options,
    })
    return driver
  }

  function key(type: KeyInput['type'], combination: string, repeat = false): TestEditor {
    editor.dispatch({ type, repeat, ...parseCombination(combination) })
    return driver
  }

  const driver: TestEditor = {
    editor,
    pointerMove: (x, y, options) => pointer('pointer-move', x, y, options),
    pointerDown: (x, y, options) => driver.pointerMove(x, y, options) && pointer('pointer-down', x, y, options),
    pointerUp: (x, y, options) => driver.pointerMove(x, y, options) && pointer('pointer-up', x, y, options),
    click: (x, y, options) => driver.pointerDown(x, y, options).pointerUp(x, y, options),
    drag(from, to, options) {
      driver.pointerDown(from.x, from.y, options)
      driver.pointerMove((from.x + to.x) / 2, (from.y + to.y) / 2, options)
      return driver.pointerUp(to.x, to.y, options)
    },
    key: (combination) => driver.keyDown(combination).keyUp(combination),
    keyDown: (combination) => key('key-down', combination),
    keyUp: (combination) => key('key-up', combination),
    keyRepeat(combination, times) {
      for (let time = 0; time < times; time += 1) key('key-down', combination, time > 0)
      return driver.keyUp(combination)
    },
    wheel(x, y, dy, { dx = 0, ...modifiers } = {}) {
      editor.dispatch({ type: 'wheel', at: { x, y }, dx, dy, shift: false, ctrl: false, alt: false, ...modifiers })
      return driver
    },
    undo: () => driver.key('Ctrl+z'),
    redo: () => driver.key('Ctrl+Shift+z'),
    shapes: () => editor.document.shapes(),
    boxes: () => editor.document.shapes().flatMap((shape) => ('box' in shape ? [shape.box] : [])),
    selected: () => [...editor.selection.ids()],
  }
  return driver
}

function parseCombination(combination: string): Omit<KeyInput, 'type' | 'repeat'> {
  const parts = combination.split(/\+(?=.)/)
  const has = (modifier: string): boolean => parts.slice(0, -1).includes(modifier)
  return { key: parts.at(-1) ?? '', ctrl: has('Ctrl'), shift: has('Shift'), alt: has('Alt') }
}
