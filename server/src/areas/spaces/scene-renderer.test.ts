import { setTimeout as wait } from 'node:timers/promises'
import { sceneConfig } from '@vermilion/contract/scenes'
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
