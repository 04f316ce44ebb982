import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { engineFor, skippedWithout } from '../testing/expected-engine.ts'
import { buildImage, buildStandIn } from '../testing/image-builds.ts'

const engine = await engineFor('podman')
afterAll(() => engine?.close())

const images = fileURLToPath(new URL('../../../../../images', import.meta.url))

const programs = [
  { name: 'torchvision-detection', program: 'train.py', installs: 'onnx==', shared: 'torchvision' },
  { name: 'torchvision-classification', program: 'train.py', installs: 'onnx==', shared: 'torchvision' },
  { name: 'torchvision-segmentation', program: 'train.py', installs: 'onnx==', shared: 'torchvision' },
  { name: 'transformers', program: 'train.py', installs: '--no-deps --require-hashes', shared: 'torchvision' },
  { name: 'diffusers-lora', program: 'train.py', installs: 'diffusers==', shared: 'diffusers' },
  { name: 'diffusers-generate', program: 'generate.py', installs: 'diffusers==', shared: 'diffusers' },
] as const

test.skipIf(engine === null)(
  `images with Python build, and run as a user that they do not know${skippedWithout('podman')}`,
  async () => {
    if (engine === null) return
    const bases = programs.map(
      ({ name }) => /^FROM (\S+)$/m.exec(readFileSync(join(images, name, 'Containerfile'), 'utf8'))?.[1],
    )
    for (const base of new Set(bases)) await buildStandIn(engine, base ?? '')
    for (const { name, program, installs, shared } of programs) {
      const tag = `localhost/vermilion/${name}:test`
      const message = await buildImage(engine, images, tag, `${name}/Containerfile`)
      expect(message).toContain(`pip install --no-cache-dir ${installs}`)
      const container = await engine.client.createContainer({
        Image: tag,
        Cmd: ['--help'],
        User: '12345:12345',
        Tty: true,
        HostConfig: { NetworkMode: 'none' },
        Env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
      })
      await container.start()
      const { StatusCode: code } = (await container.wait()) as { StatusCode: number }
      // A live follow may be cut off at the end, so read the stored log.
      const visible = (await container.logs({ stdout: true, stderr: true })).toString().replaceAll('\r', '')
      await container.remove()
      const path = `/opt/vermilion/${name}/${program}`
      expect(visible).toContain(`python ${path} --help as 12345\n`)
      expect(visible).toContain(readFileSync(join(images, name, program), 'utf8'))
      expect(visible).toMatch(new RegExp(`^/opt/vermilion/${shared}:\n`, 'm'))
      expect(code).toBe(0)
    }
  },
)
