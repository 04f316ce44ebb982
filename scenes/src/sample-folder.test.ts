import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeCoco } from '@vermilion/contract/formats/coco/document'
import { decodeYoloConfiguration, yoloLabelPath } from '@vermilion/contract/formats/yolo/configuration'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import { decodeYoloLabels } from '@vermilion/contract/formats/yolo/labels'
import { sceneConfig, sceneLabels } from '@vermilion/contract/scenes'
import { writeSampleFolder } from './sample-folder.ts'
import { renderScene } from './scene.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vermilion-sample-'))
})
afterAll(() => rm(root, { recursive: true }))

const config = sceneConfig.parse({ seed: 11, width: 96, height: 64, count: 8 })

describe('a sample folder', () => {
  test('in COCO layout names images that exist, of the stated size, with the truth as boxes', async () => {
    const folder = join(root, 'coco')
    await writeSampleFolder({ folder, config, format: 'coco' })
    const text = await readFile(join(folder, 'annotations/instances_default.json'), 'utf8')
    const document = decodeCoco(JSON.parse(text), 'instances_default.json')
    expect(document.labels.map(({ name }) => name)).toEqual([...sceneLabels])
    expect(document.images.map(({ path }) => path)).toEqual(await readdir(join(folder, 'images/default')))
    for (const [index, image] of document.images.entries()) {
      const { width, height, format } = await sharp(join(folder, 'images/default', image.path)).metadata()
      expect({ width, height, format }).toEqual({ width: 96, height: 64, format: 'jpeg' })
      expect(image.shapes.map(shapeBounds)).toEqual(renderScene(config, index).objects.map(({ box }) => box))
    }
  })

  test('in YOLO layout has a train and a val part with a label file for each image', async () => {
    const folder = join(root, 'yolo')
    const images = await writeSampleFolder({ folder, config: { ...config, count: 16 }, format: 'yolo' })
    const { names, train, val } = decodeYoloConfiguration(
      await readFile(join(folder, 'data.yaml'), 'utf8'),
      'data.yaml',
    )
    expect(names).toEqual([...sceneLabels])
    expect([train, val]).toEqual([['images/train'], ['images/val']])
    const splits = new Set(images.map(({ path }) => path.split('/')[1]))
    expect(splits).toEqual(new Set(['train', 'val']))
    for (const image of images) {
      const file = yoloLabelPath(image.path)
      const facts = { width: image.width, height: image.height, labelCount: names.length }
      const boxes = decodeYoloLabels(await readFile(join(folder, file), 'utf8'), facts, file)
      expect(boxes.map(({ labelIndex }) => labelIndex)).toEqual(image.shapes.map(({ labelIndex }) => labelIndex))
      for (const [index, shape] of boxes.entries()) {
        const [read, drawn] = [shapeBounds(shape), shapeBounds(image.shapes[index]!)]
        expect(read?.x).toBeCloseTo(drawn?.x ?? Number.NaN, 3)
        expect(read?.width).toBeCloseTo(drawn?.width ?? Number.NaN, 3)
      }
    }
  })

  test('is the same byte for byte when written again', async () => {
    const digests = await Promise.all(
      ['once', 'again'].map(async (name) => {
        const folder = join(root, name)
        await writeSampleFolder({ folder, config: { ...config, count: 2 }, format: 'coco' })
        const hash = createHash('sha256')
        for (const file of ['images/default/scene-00001.jpg', 'annotations/instances_default.json']) {
          hash.update(await readFile(join(folder, file)))
        }
        return hash.digest('hex')
      }),
    )
    expect(digests[0]).toBe(digests[1])
  })

  test('stops between two images when told to', async () => {
    const stop = new AbortController()
    const writing = writeSampleFolder({
      folder: join(root, 'stopped'),
      config,
      format: 'coco',
      signal: stop.signal,
      progress: ({ images }) => {
        if (images === 2) stop.abort()
      },
    })
    await expect(writing).rejects.toThrow('aborted')
    expect(await readdir(join(root, 'stopped/images/default'))).toHaveLength(2)
  })
})
