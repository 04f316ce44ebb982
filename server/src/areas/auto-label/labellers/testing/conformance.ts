import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ModelFailed } from '#areas/data-evaluation'
import { quarters, side } from '../../../datasets/testing/red-dataset.ts'
import type { Labeller } from '../labeller.ts'

interface Subject {
  readonly labeller: Labeller
  close(): Promise<unknown>
}

export function describeLabeller(name: string, make: () => Promise<Subject>): void {
  describe(`${name} as a labeller`, () => {
    let subject: Subject
    beforeAll(async () => void (subject = await make()))
    afterAll(() => subject.close())

    const request = (signal = new AbortController().signal) => ({
      labelType: subject.labeller.labelTypes[0]!,
      classes: ['red'],
      prompt: 'what is red',
      coordinates: 'auto' as const,
      signal,
    })
    const image = async () => ({ content: await quarters([1, 0, 0, 0]), width: side, height: side })

    test('what it finds lies in the image, has a score from 0 to 1, and is found again', async () => {
      const { labeller } = subject
      const { predictions, uncertainty } = await labeller.label(await image(), request())
      expect(predictions.length).toBeGreaterThan(0)
      for (const prediction of predictions) {
        expect(prediction.label).toBe('red')
        expect(prediction.score).toBeGreaterThan(0)
        expect(prediction.score).toBeLessThanOrEqual(1)
        if (!('box' in prediction)) continue
        const { x, y, width, height } = prediction.box
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(side)
      }
      expect(uncertainty).toBeGreaterThanOrEqual(0)
      expect(uncertainty).toBeLessThanOrEqual(1)
      const again = await labeller.label(await image(), request())
      expect(again.predictions).toEqual(predictions)
    })

    test('it says which label types it is for, and what it can find', () => {
      const { id, kind, labelTypes, classes } = subject.labeller
      expect(id.startsWith(`${kind}:`)).toBe(true)
      expect(labelTypes.length).toBeGreaterThan(0)
      expect(classes === null || classes.includes('red')).toBe(true)
    })

    test('what is no picture fails, and says why in both languages', async () => {
      const content = Buffer.from('no picture at all')
      const failure = await subject.labeller
        .label({ content, width: side, height: side }, request())
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ModelFailed)
      expect((failure as ModelFailed).isGeneral).toBe(false)
      expect((failure as ModelFailed).text.zh).toMatch(/\p{Script=Han}/u)
    })

    test('it leaves off when the signal aborts, and calls that no failure', async () => {
      const stop = new AbortController()
      stop.abort(new Error('stopped'))
      await expect(subject.labeller.label(await image(), request(stop.signal))).rejects.toThrow('stopped')
    })
  })
}
