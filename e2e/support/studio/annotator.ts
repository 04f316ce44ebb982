import { expect, type Page } from '@playwright/test'
import type { Box } from '../../../contract/src/labels/box.ts'
import { studio } from './studio.ts'

/** An image labeled in cells, at most one box each, so that the box under the pointer is known. */
export const image = { width: 960, height: 720 }
const cells = { across: 8, down: 6, side: 120 }

/** Labels are chosen by digit. */
export const labelCount = 4

interface LabeledBox {
  readonly box: Box
  readonly label: number
}
type Picture = ReadonlyMap<number, LabeledBox>

/** An image's history as its annotator remembers it. */
export interface Memory {
  now: Picture
  readonly past: Picture[]
  readonly future: Picture[]
  complete: boolean
}

export const blankMemory = (): Memory => ({ now: new Map(), past: [], future: [], complete: false })

export const gestures = ['draw', 'move', 'resize', 'nudge', 'relabel', 'delete', 'undo', 'redo'] as const
export type Gesture = (typeof gestures)[number]
/** Relative frequency of possible gestures: more drawing than deleting. */
const weights: Record<Gesture, number> = {
  draw: 8,
  move: 4,
  resize: 4,
  nudge: 2,
  relabel: 3,
  delete: 2,
  undo: 3,
  redo: 2,
}

/** A random annotator with pointer and keyboard, who remembers the expected result. */
export function createAnnotator(random: () => number) {
  const randomInteger = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const oneOf = <Thing>(things: readonly Thing[]): Thing => things[randomInteger(0, things.length - 1)]!

  function choose({ now, past, future }: Memory): Gesture {
    const possible = gestures.filter((gesture) => {
      if (gesture === 'draw') return now.size < cells.across * cells.down
      if (gesture === 'undo') return past.length > 0
      if (gesture === 'redo') return future.length > 0
      return now.size > 0
    })
    return oneOf(possible.flatMap((gesture) => Array.from({ length: weights[gesture] }, () => gesture)))
  }

  function freeCell(now: Picture): number {
    const all = Array.from({ length: cells.across * cells.down }, (_, cell) => cell)
    return oneOf(all.filter((cell) => !now.has(cell)))
  }

  const cornerOf = (cell: number) => ({
    x: (cell % cells.across) * cells.side,
    y: Math.floor(cell / cells.across) * cells.side,
  })

  /** Performs one gesture on the displayed image. */
  return async function gesture(page: Page, memory: Memory): Promise<Gesture> {
    const { canvas, draw, drag, locate } = studio(page)
    const kind = choose(memory)
    const { now } = memory
    const change = (cell: number, labeledBox: LabeledBox | null) => {
      const next = new Map(now)
      if (labeledBox) next.set(cell, labeledBox)
      else next.delete(cell)
      memory.past.push(now)
      memory.future.length = 0
      memory.now = next
    }
    const press = async (key: string) => {
      await canvas.focus()
      await page.keyboard.press(key)
    }
    if (kind === 'undo' || kind === 'redo') {
      await press(kind === 'undo' ? 'Control+z' : 'Control+Shift+z')
      const [from, to] = kind === 'undo' ? [memory.past, memory.future] : [memory.future, memory.past]
      to.push(now)
      memory.now = from.pop()!
      return kind
    }
    if (kind === 'draw') {
      const cell = freeCell(now)
      const corner = cornerOf(cell)
      const [width, height, label] = [randomInteger(45, 60), randomInteger(45, 60), randomInteger(0, labelCount - 1)]
      const box = { x: corner.x + randomInteger(15, 25), y: corner.y + randomInteger(15, 25), width, height }
      await draw(image, label, box)
      change(cell, { box, label })
      return kind
    }
    const [cell, { box, label }] = oneOf([...now])
    const corner = cornerOf(cell)
    const middle: [number, number] = [box.x + box.width / 2, box.y + box.height / 2]
    await press('Escape')
    await press('v')
    if (kind === 'move') {
      const to = { x: corner.x + randomInteger(15, 40), y: corner.y + randomInteger(15, 40) }
      // A drag that ends near its start would be a click.
      if (Math.hypot(to.x - box.x, to.y - box.y) < 8) to.x += to.x > box.x ? 10 : -10
      await drag(image, middle, [middle[0] + to.x - box.x, middle[1] + to.y - box.y])
      change(cell, { box: { ...box, ...to }, label })
      return kind
    }
    const at = await locate(image, ...middle)
    await page.mouse.click(at.x, at.y)
    switch (kind) {
      case 'resize': {
        const end: [number, number] = [box.x + box.width, box.y + box.height]
        const by = randomInteger(8, 14) * (box.width > 62 || box.height > 62 ? -1 : 1)
        await drag(image, end, [end[0] + by, end[1] + by])
        change(cell, { box: { ...box, width: box.width + by, height: box.height + by }, label })
        break
      }
      case 'nudge':
        await press('ArrowUp')
        change(cell, { box: { ...box, y: box.y - 1 }, label })
        break
      case 'relabel': {
        const other = (label + randomInteger(1, labelCount - 1)) % labelCount
        await press(String(other + 1))
        change(cell, { box, label: other })
        break
      }
      case 'delete':
        await press('Delete')
        change(cell, null)
        break
    }
    return kind
  }
}

/** Tolerance in image pixels, since the pointer moves in whole screen pixels. */
const tolerance = 2

/** Expects an image to have exactly the remembered shapes. */
export function expectRemembered(
  shapes: readonly { readonly box: Box; readonly label: number }[],
  { now }: Memory,
  name: string,
): void {
  const cellOf = ({ x, y }: Box) => Math.floor(y / cells.side) * cells.across + Math.floor(x / cells.side)
  const sorted = (picture: Iterable<readonly [number, LabeledBox]>) => [...picture].toSorted(([a], [b]) => a - b)
  const storedShapes = sorted(shapes.map((shape) => [cellOf(shape.box), shape] as const))
  const awaited = sorted(now)
  const labeled = (picture: typeof storedShapes) => picture.map(([cell, { label }]) => `cell ${cell} label ${label}`)
  expect(labeled(storedShapes), name).toEqual(labeled(awaited))
  for (const [position, [cell, { box }]] of awaited.entries()) {
    const stored = storedShapes[position]![1].box
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(stored[side] - box[side]), `${name}, cell ${cell}, ${side}`).toBeLessThanOrEqual(tolerance)
    }
  }
}
