import { readyStandards } from '@vermilion/contract/data-evaluations/standards'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colourfulPicture } from '../../testing/pictures.ts'
import { ModelFailed } from '../model-failed.ts'
import type { Scorer } from '../scorer.ts'

interface Subject {
  readonly scorer: Scorer
  close(): Promise<unknown>
}

const freshCost = () => ({ calls: 0, promptTokens: 0, completionTokens: 0 })

export function describeScorer(name: string, make: () => Promise<Subject>): void {
  describe(`${name} as a scorer`, () => {
    let subject: Subject
    beforeAll(async () => void (subject = await make()))
    afterAll(() => subject.close())

    const criteriaOf = ({ entity }: Scorer) => (entity.needsStandard ? readyStandards[0]!.criteria : [])
    const options = (signal = new AbortController().signal) => ({
      criteria: criteriaOf(subject.scorer),
      signal,
      cost: freshCost(),
    })

    test('every criterion of an image has a score from 0 to 100, and the same when asked again', async () => {
      const { scorer } = subject
      const image = { content: await colourfulPicture(160), prompt: 'a chequered floor' }
      const first = await scorer.score(image, options())
      expect(first.criteria.length).toBeGreaterThan(0)
      for (const { score } of first.criteria) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
      }
      if (scorer.entity.needsStandard)
        expect(first.criteria.map(({ key }) => key)).toEqual(criteriaOf(scorer).map(({ key }) => key))
      expect(await scorer.score(image, options())).toEqual(first)
      if (first.hash !== null) expect(first.hash).toMatch(/^[\da-f]{16}$/)
    })

    test('what is no picture has no score, and says why in both languages', async () => {
      const image = { content: Buffer.from('no picture at all'), prompt: null }
      const failure = await subject.scorer.score(image, options()).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ModelFailed)
      expect((failure as ModelFailed).text.zh).toMatch(/\p{Script=Han}/u)
    })

    test('it leaves off when the signal aborts, and calls that no failure', async () => {
      const stop = new AbortController()
      const image = { content: await colourfulPicture(192), prompt: null }
      stop.abort(new Error('stopped'))
      await expect(subject.scorer.score(image, options(stop.signal))).rejects.toThrow('stopped')
    })

    test('it guesses what an image costs', () => {
      const { calls, promptTokens } = subject.scorer.guess(criteriaOf(subject.scorer))
      expect(calls).toBeGreaterThanOrEqual(0)
      expect(promptTokens > 0).toBe(calls > 0)
    })
  })
}
