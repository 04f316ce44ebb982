import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@vermilion/contract/kernel/errors'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeShapeFolder } from '../testing/shape-images.ts'
import { reasonOf as failureReason } from '../surroundings.ts'
import { readDataFolder } from './read-folder.ts'
import type { DataFolder } from './sample.ts'
import { trainingSplit } from './split.ts'

/** Comparable content of a folder, independent of its path; numbers rounded to a thousandth of a pixel. */
function facts({ labels, splits }: DataFolder) {
  // Adding 0 turns -0 into 0.
  const round = (n: number) => Math.round(n * 1000) / 1000 + 0
  const lists = Object.entries(splits).map(([split, samples]) => [
    split,
    samples.map(({ path, width, height, truth }) => ({
      path,
      width,
      height,
      truth: truth.map(({ labelIndex, box: { x, y, width: w, height: h } }) => [labelIndex, ...[x, y, w, h].map(round)]),
    })),
  ])
  return { labels, splits: Object.fromEntries(lists) as Record<string, { path: string; truth: number[][] }[]> }
}

async function reasonOf(folder: string): Promise<string> {
  const error: unknown = await readDataFolder(folder).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(Failure)
  return failureReason(error as Failure)
}

test('a YOLO and a COCO folder of the same images give the same training set, images without objects too', async () => {
  const [yolo, coco] = [temporaryFolder(), temporaryFolder()]
  await writeShapeFolder(yolo, 'yolo', { count: 12, seed: 5 })
  await writeShapeFolder(coco, 'coco', { count: 12, seed: 5 })
  const read = facts(await readDataFolder(yolo))
  expect(read).toEqual(facts(await readDataFolder(coco)))
  expect(read.labels).toEqual(['square', 'disc'])
  expect(read.splits['train']).toHaveLength(9)
  expect(read.splits['val']).toHaveLength(3)
  expect(read.splits['train']![0]).toMatchObject({ path: 'images/train/000.png', truth: [] })
})

test('the COCO layout with annotations beside the images is read too', async () => {
  const folder = temporaryFolder()
  await writeShapeFolder(folder, 'coco', { count: 8, seed: 5 })
  const previous = facts(await readDataFolder(folder))
  for (const [split, name] of [['train', 'train'], ['val', 'valid']] as const) {
    renameSync(join(folder, 'images', split), join(folder, name))
    renameSync(join(folder, `annotations/instances_${split}.json`), join(folder, name, '_annotations.coco.json'))
  }
  const after = facts(await readDataFolder(folder))
  const truths = ({ splits }: typeof after) => Object.values(splits).map((list) => list.map((s) => s.truth))
  expect(truths(after)).toEqual(truths(previous))
})

test('a folder without validation images is split by the seed', async () => {
  const folder = temporaryFolder()
  await writeShapeFolder(folder, 'coco', { count: 40, seed: 5 })
  rmSync(join(folder, 'annotations/instances_val.json'))
  const data = await readDataFolder(folder)
  const paths = (seed: number) => trainingSplit(data, seed).val.map((s) => s.path)
  expect(paths(1)).toHaveLength(6)
  expect(paths(1)).toEqual(paths(1))
  expect(paths(1)).not.toEqual(paths(2))
  const { train, val } = trainingSplit(data, 1)
  expect(new Set([...train, ...val].map((s) => s.path)).size).toBe(30)
})

test('a YOLO folder that names its training images to validate with has no validation images', async () => {
  const folder = temporaryFolder()
  await writeShapeFolder(folder, 'yolo', { count: 12, seed: 5 })
  const file = join(folder, 'data.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('images/val', 'images/train'))
  const { splits } = await readDataFolder(folder)
  expect([splits.train.length, splits.val.length]).toEqual([9, 0])
})

test('bad data is refused with the place and the reason', async () => {
  const folder = temporaryFolder()
  expect(await reasonOf(join(folder, 'none'))).toContain('there is no such folder')
  expect(await reasonOf(folder)).toContain('no data.yaml, no annotations')

  await writeShapeFolder(folder, 'yolo', { count: 4, seed: 5 })
  const labels = join(folder, 'labels/train/001.txt')
  const good = readFileSync(labels)
  writeFileSync(labels, '0 0.5 0.5 0.1 0.1\n5 0.5 0.5 0.1 0.1\n')
  expect(await reasonOf(folder)).toBe('labels/train/001.txt: line 2: there is no class 5 among the 2 classes')
  writeFileSync(labels, good)
  writeFileSync(join(folder, 'images/train/broken.jpg'), 'no image')
  expect(await reasonOf(folder)).toContain('broken.jpg: not a readable image')
  rmSync(join(folder, 'images/train/broken.jpg'))
  writeFileSync(join(folder, 'data.yaml'), 'train: images/nowhere\nnames: [a, b]\n')
  expect(await reasonOf(folder)).toBe('data.yaml: there is no folder or list images/nowhere')

  const coco = temporaryFolder()
  mkdirSync(join(coco, 'annotations'))
  const file = join(coco, 'annotations/instances_default.json')
  writeFileSync(file, '{"images": [')
  expect(await reasonOf(coco)).toMatch(/^annotations\/instances_default\.json: /)
  const image = { id: 1, file_name: 'gone.jpg', width: 4, height: 4 }
  writeFileSync(file, JSON.stringify({ images: [image], annotations: [], categories: [{ id: 1, name: 'a' }] }))
  expect(await reasonOf(coco)).toBe('annotations/instances_default.json: the image gone.jpg is missing')
})
