import { expect, test } from 'vitest'
import type { FoundSegment, SegmentPrompt } from '../../editor/segments.ts'
import { createTestEditor } from '../../testing/test-editor.ts'
import type { TestEditor } from '../../testing/test-editor.ts'

async function withSegments(needs: Parameters<typeof createTestEditor>[0] = {}) {
  const prompts: SegmentPrompt[] = []
  let respond: (segment: FoundSegment | null) => void = () => undefined
  let endRest = () => undefined as void
  const driver = createTestEditor(needs)
  driver.editor.segments.attach(
    (prompt) => {
      prompts.push(prompt)
      return new Promise((resolve) => (respond = resolve))
    },
    () => new Promise((resolve) => (endRest = resolve)),
  )
  const rested = async (): Promise<void> => {
    endRest()
    await settled()
  }
  driver.key('q')
  await import('./segment.ts')
  await settled()
  return {
    driver,
    prompts,
    rested,
    async arrives(segment: FoundSegment | null = square): Promise<void> {
      do {
        respond(segment)
        await settled()
        if (driver.editor.segments.busy()) await rested()
      } while (driver.editor.segments.busy())
    },
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const square: FoundSegment = { mask: { x: 10, y: 20, width: 30, height: 40, counts: [0, 1200] }, score: 0.9 }
const preview = ({ editor }: TestEditor) => editor.tools.show().shapes

test('R2.25 hovering shows what a click would mean; one is looked for at a time, and then the newest', async () => {
  const { driver, prompts, arrives } = await withSegments()
  driver.pointerMove(5, 5).pointerMove(6, 6).pointerMove(7, 7)
  expect(prompts).toEqual([{ points: [{ x: 5, y: 5, isPositive: true }], box: null }])
  await arrives()
  expect(prompts[1]).toEqual({ points: [{ x: 7, y: 7, isPositive: true }], box: null })
  expect(preview(driver)).toMatchObject([{ kind: 'mask', score: 0.9, mask: square.mask }])
  driver.pointerMove(8, 8).editor.dispatch({ type: 'pointer-leave' })
  expect(preview(driver)).toEqual([])
  await arrives()
  expect(preview(driver)).toEqual([])
  expect(driver.shapes()).toEqual([])
})

test('R2.25 what is passed over leaves the machine a rest between two looks, a click none; what looks the same is drawn once', async () => {
  const { driver, prompts, rested, arrives } = await withSegments()
  driver.pointerMove(5, 5)
  await arrives()
  const [drawn] = preview(driver)
  driver.pointerMove(6, 6).pointerMove(7, 7)
  await settled()
  expect(prompts).toHaveLength(1)
  await rested()
  expect(prompts.at(-1)).toEqual({ points: [{ x: 7, y: 7, isPositive: true }], box: null })
  await arrives(structuredClone(square))
  expect(preview(driver)[0]).toBe(drawn)
  driver.pointerMove(8, 8)
  expect(prompts).toHaveLength(2)
  driver.click(9, 9)
  expect(prompts.at(-1)).toEqual({ points: [{ x: 9, y: 9, isPositive: true }], box: null })
  await arrives({ ...square, mask: { ...square.mask!, x: 11 } })
  expect(preview(driver)[0]).not.toBe(drawn)
})

test('R2.25 clicks say what is meant and what is not, Backspace takes the last one back, Enter the mask', async () => {
  const { driver, prompts, arrives } = await withSegments()
  driver.click(15, 25)
  await arrives(null)
  driver.click(30, 30, { alt: true }).click(35, 35, { button: 'other' })
  await arrives(null)
  const points = [
    { x: 15, y: 25, isPositive: true },
    { x: 30, y: 30, isPositive: false },
    { x: 35, y: 35, isPositive: false },
  ]
  expect(prompts.at(-1)).toEqual({ points, box: null })
  expect(driver.editor.tools.show().clicks).toEqual(points)
  driver.key('Backspace')
  expect(prompts.at(-1)).toEqual({ points: points.slice(0, 2), box: null })
  await arrives()
  driver.key('Enter')
  expect(driver.shapes()).toEqual([
    { id: 'drawn-1', kind: 'mask', labelId: 'cat', source: 'manual', mask: square.mask },
  ])
  expect(driver.selected()).toEqual(['drawn-1'])
  driver.click(16, 26)
  await arrives()
  driver.key('Enter')
  expect(driver.shapes()).toHaveLength(2)
  expect(driver.undo().undo().shapes()).toEqual([])
})

test('Enter before the respond takes it when it comes; one that never comes is not taken', async () => {
  const { driver, arrives } = await withSegments()
  driver.click(15, 25).key('Enter')
  expect(driver.shapes()).toEqual([])
  await arrives(null)
  expect(driver.editor.tools.busy()).toBe(true)
  driver.click(16, 26).key('Enter')
  await arrives()
  expect(driver.shapes()).toHaveLength(1)
})

test('Escape drops all clicks; with none left there is nothing; a click on what is not meant alone means nothing', async () => {
  const { driver, prompts, arrives } = await withSegments()
  driver.click(15, 25)
  await arrives()
  driver.key('Escape')
  expect(driver.editor.tools.show()).toMatchObject({ shapes: [], clicks: [] })
  driver.click(15, 25)
  await arrives()
  driver.key('Backspace')
  expect(driver.editor.tools.busy()).toBe(false)
  const requests = prompts.length
  driver.pointerDown(20, 20, { alt: true })
  driver.pointerUp(20, 20, { alt: true })
  expect(driver.editor.tools.busy()).toBe(false)
  expect(prompts.slice(requests).every(({ points }) => points.every(({ isPositive }) => isPositive))).toBe(true)
  expect(driver.shapes()).toEqual([])
})

test('a drag is a box around what is meant; where images are labeled with boxes, a box is taken', async () => {
  const { driver, prompts, arrives } = await withSegments({ kinds: ['box'] })
  driver.drag({ x: 5, y: 15 }, { x: 50, y: 70 })
  await arrives()
  expect(prompts.at(-1)).toEqual({ points: [], box: { x: 5, y: 15, width: 45, height: 55 } })
  driver.key('Enter')
  expect(driver.boxes()).toEqual([{ x: 10, y: 20, width: 30, height: 40 }])
})

test('what clicks have found is kept when another tool is taken, and clicks wait for whoever is to look', async () => {
  const { driver, arrives } = await withSegments()
  driver.click(15, 25)
  await arrives()
  driver.key('v')
  expect(driver.shapes()).toHaveLength(1)
  driver.editor.segments.attach(null)
  driver.key('q')
  await settled()
  driver.click(15, 25)
  expect(driver.editor.segments.busy()).toBe(true)
  driver.editor.segments.attach(() => Promise.resolve(square))
  await settled()
  expect(preview(driver)).toHaveLength(1)
})
