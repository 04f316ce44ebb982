import { generationConfig, type GenerationConfigInput } from '@vermilion/contract/generations/config'
import { planImage } from '@vermilion/contract/generations/plan'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type GenerationEngine, ImageFailed, type ImageOrder } from '../engine.ts'

export interface ConformanceSetup {
  readonly engine: GenerationEngine
  readonly workflowId: string
  readonly item: GenerationConfigInput['items'][number]
  readonly impossible: Partial<GenerationConfigInput>
  readonly slow: Partial<GenerationConfigInput>
  begun(): Promise<void>
}

export function describeEngine(name: string, setUp: () => Promise<ConformanceSetup>): void {
  async function prepare(generationId: string) {
    const setup = await setUp()
    const workflow = (await setup.engine.workflows()).find(({ id }) => id === setup.workflowId)!
    function orderOf(number: number, more: Partial<GenerationConfigInput> = {}): ImageOrder {
      const base = {
        name: 'conformance',
        workflow: workflow.id,
        width: 192,
        height: 128,
        count: 3,
        items: [setup.item],
      }
      const config = generationConfig.parse({ ...base, ...more })
      const plan = planImage(config, 0, number, 0)
      return { generationId, workflow, workflowVersion: null, config, plan, depthMap: null, styleImage: null }
    }
    return { ...setup, workflow, orderOf }
  }
  const never = new AbortController().signal

  describe(`the engine ${name}`, () => {
    test('makes an image of the size that is asked for, as often as it is asked, and each another one', async () => {
      const { engine, workflow, orderOf } = await prepare('several')
      expect(engine.concurrency(workflow)).toBeGreaterThan(0)
      await engine.check(workflow, orderOf(0).config)
      const images: string[] = []
      for (const number of [0, 1, 2]) {
        const { content, extension, models } = await engine.make(orderOf(number), never)
        expect(await sharp(content).metadata()).toMatchObject({ width: 192, height: 128 })
        expect(extension).toMatch(/^(png|jpg|webp)$/)
        expect(Array.isArray(models)).toBe(true)
        images.push((await sharp(content).raw().toBuffer()).toString('base64'))
      }
      expect(new Set(images).size).toBe(3)
    })

    test('gives an equal image for an equal order, also of another generation', async () => {
      const one = await prepare('one')
      const first = await one.engine.make(one.orderOf(0), never)
      const again = await one.engine.make(one.orderOf(0), never)
      const other = await prepare('other')
      const third = await other.engine.make({ ...other.orderOf(0), workflow: one.workflow }, never)
      expect(Buffer.from(first.content).equals(again.content)).toBe(true)
      expect(Buffer.from(first.content).equals(third.content)).toBe(true)
      expect([again.workflowHash, third.workflowHash]).toEqual([first.workflowHash, first.workflowHash])
    })

    test('ends when it is aborted, and goes on with others afterwards', async () => {
      const { engine, orderOf, slow, begun } = await prepare('aborted')
      const already = AbortSignal.abort(new Error('already'))
      await expect(engine.make(orderOf(0), already)).rejects.toThrow('already')
      const stop = new AbortController()
      const made = engine.make(orderOf(1, slow), stop.signal).then(
        () => 'made',
        () => 'aborted',
      )
      await begun()
      stop.abort(new Error('enough'))
      expect(['aborted', 'made']).toContain(await made)
      expect((await engine.make(orderOf(2), never)).content.length).toBeGreaterThan(0)
    })

    test('tells of an image that cannot be made, in words', async () => {
      const { engine, orderOf, impossible } = await prepare('failed')
      const failure: unknown = await engine.make(orderOf(0, impossible), never).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ImageFailed)
      expect((failure as ImageFailed).message.length).toBeGreaterThan(10)
    })
  })
}
