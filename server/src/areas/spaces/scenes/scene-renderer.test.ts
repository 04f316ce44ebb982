import { setTimeout as wait } from 'node:timers/promises'
import { sceneByProducts, sceneConfig, type SceneOptions } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSceneRenderer } from './scene-renderer.ts'

const config = sceneConfig.parse({ seed: 3, width: 64, height: 64 })

test('a scene is the same from every process; one that is closed under way fails, and the next gets a new process', async () => {
  const renderer = createSceneRenderer()
  try {
    const first = await renderer.render(config, 1)
    expect(Buffer.from(first.content).subarray(0, 2).toString('hex')).toBe('ffd8')

    const [closed] = await Promise.allSettled([
      renderer.render(sceneConfig.parse({ ...config, width: 4_096, height: 4_096 }), 2),
      wait(50).then(() => renderer.close()),
    ])
    expect(closed).toMatchObject({ status: 'rejected', reason: { message: 'the rendering process has ended' } })

    expect(await renderer.render(config, 1)).toEqual(first)
  } finally {
    await renderer.close()
  }
})

test('R4.07 scenes come in the order in which they were requested; one that nobody waits for ends the process only when no other is requested', async () => {
  const [renderer, other] = [createSceneRenderer(), createSceneRenderer()]
  const large = sceneConfig.parse({ ...config, width: 4_096, height: 4_096 })
  const stop = new AbortController()
  try {
    const order: number[] = []
    const scenes = [1, 2, 3].map(async (index) => {
      const scene = await renderer.render(config, index)
      order.push(index)
      return scene
    })
    const [first, second] = await Promise.all(scenes)
    expect(order).toEqual([1, 2, 3])

    const abandoned = renderer.render(config, 1, {}, stop.signal)
    const next = renderer.render(config, 2)
    stop.abort(new Error('stopped'))
    await expect(abandoned).rejects.toThrow('stopped')
    expect(await next).toEqual(second)
    await expect(renderer.render(config, 1, {}, stop.signal)).rejects.toThrow('stopped')

    const stopLarge = new AbortController()
    const tooLarge = renderer.render(large, 1, {}, stopLarge.signal)
    stopLarge.abort(new Error('stopped'))
    await expect(tooLarge).rejects.toThrow('stopped')
    // Of two processes that started the same large scene, the one that dropped it is ready first.
    const finished = other.render(large, 1).catch(() => 'closed')
    expect(await Promise.race([renderer.render(config, 1), finished])).toEqual(first)
  } finally {
    await Promise.all([renderer.close(), other.close()])
  }
})

test('R2.29 R3.09 what is kept beside a scene is the same from every process, and changes nothing of the scene', async () => {
  const [one, other] = [createSceneRenderer(), createSceneRenderer()]
  const things = sceneConfig.parse({ ...config, dirt: [4, 4], smallAnimals: [4, 4], animals: [2, 2] })
  const blue = { create: { width: 30, height: 20, channels: 3 as const, background: '#2040a0' } }
  const style = { content: await sharp(blue).png().toBuffer(), strength: 0.5 }
  const options: SceneOptions = { exact: true, masks: true, byProducts: [...sceneByProducts], style }
  try {
    const full = await one.render(things, 0, options)
    expect(full.isExact).toBe(true)
    expect(full.byProducts.map(({ name }) => name)).toEqual(['depth', 'mask'])
    expect(await other.render(things, 0, options)).toEqual(full)
    const withoutFiles = await other.render(things, 0, { ...options, byProducts: [] })
    expect(withoutFiles).toEqual({ ...full, byProducts: [] })
    const plain = await one.render(things, 0, { ...options, style: null })
    expect(plain.content).not.toEqual(full.content)
    expect({ ...plain, content: full.content }).toEqual(full)

    const text = { content: Buffer.from('no picture'), strength: 1 }
    await expect(one.render(things, 0, { ...options, style: text })).rejects.toThrow('generation.style-unreadable')
    expect(await one.render(things, 0, options)).toEqual(full)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})
