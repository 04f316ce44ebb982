import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSharedFolder } from './shared-folder.ts'

let folder: string
let data: string
let output: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vermilion shared ' "))
  data = join(folder, 'data')
  output = join(folder, 'output')
  await mkdir(join(data, 'images/deep'), { recursive: true })
  await mkdir(output)
  await mkdir(join(folder, 'shared'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const shared = () => createSharedFolder({ here: join(folder, 'shared'), there: '/mnt/nodes' })
const here = (source: string | undefined) => join(folder, 'shared', (source ?? '').replace('/mnt/nodes', '.'))
const mounts = () => [
  { source: data, target: '/data', readOnly: true },
  { source: output, target: '/output', readOnly: false },
]

test('what a run reads is placed once by content, whatever the names, and programs stay programs', async () => {
  await writeFile(join(data, 'images/deep/火 "a\'.png'), 'pixels')
  await writeFile(join(data, 'copy.png'), 'pixels')
  await writeFile(join(data, 'train'), '#!/bin/sh\n')
  await chmod(join(data, 'train'), 0o755)
  await symlink('/etc/passwd', join(data, 'link'))
  const [placed] = await shared().place('task-a', mounts())
  expect(placed).toMatchObject({ target: '/data', readOnly: true, source: expect.stringMatching(/^\/mnt\/nodes\//) })
  const tree = here(placed?.source)
  expect((await readdir(tree, { recursive: true })).toSorted()).toEqual(
    ['copy.png', 'images', 'images/deep', 'images/deep/火 "a\'.png', 'train'].toSorted(),
  )
  expect(await readFile(join(tree, 'images/deep/火 "a\'.png'), 'utf8')).toBe('pixels')
  expect((await stat(join(tree, 'train'))).mode & 0o777).toBe(0o555)
  // One content, however many files and trees have it.
  const { ino } = await stat(join(tree, 'copy.png'))
  expect((await stat(join(tree, 'images/deep/火 "a\'.png'))).ino).toBe(ino)
  await writeFile(join(data, 'more.png'), 'others')
  const [other] = await shared().place('task-b', mounts())
  expect(other?.source).not.toBe(placed?.source)
  expect((await stat(join(here(other?.source), 'copy.png'))).ino).toBe(ino)
  const [again] = await shared().place('task-c', mounts())
  expect(again?.source).toBe(other?.source)
})

test('a start that is cut off leaves no tree by half', async () => {
  for (let file = 0; file < 40; file += 1) await writeFile(join(data, `${file}.png`), `pixels ${file}`)
  const ending = new AbortController()
  const onProgress = () => ending.abort()
  await expect(shared().place('task-a', mounts(), { signal: ending.signal, onProgress })).rejects.toThrow('aborted')
  expect(await readdir(join(folder, 'shared/trees'))).toEqual([])
  const [placed] = await shared().place('task-a', mounts())
  expect(await readdir(here(placed?.source))).toHaveLength(40)
})

test('what a run writes comes back as it changes, and what was there before goes with it', async () => {
  await writeFile(join(output, 'checkpoint.pt'), 'epoch 1')
  const first = shared()
  const [, written] = await first.place('task-a', mounts())
  const there = here(written?.source)
  expect(await readFile(join(there, 'checkpoint.pt'), 'utf8')).toBe('epoch 1')
  await writeFile(join(there, 'results.csv'), 'epoch,loss\n1,0.5\n')
  await writeFile(join(there, 'model.tmp'), 'half')
  await first.collect('task-a')
  expect(await readFile(join(output, 'model.tmp'), 'utf8')).toBe('half')
  await rm(join(there, 'model.tmp'))
  await mkdir(join(there, 'weights'))
  await writeFile(join(there, 'weights/model.onnx'), 'whole')
  await appendFile(join(there, 'results.csv'), '2,0.4\n')
  await symlink('/etc/passwd', join(there, 'passwords'))
  // Another server goes on.
  const second = shared()
  await second.collect('task-a')
  expect(await readFile(join(output, 'results.csv'), 'utf8')).toBe('epoch,loss\n1,0.5\n2,0.4\n')
  expect(await readFile(join(output, 'weights/model.onnx'), 'utf8')).toBe('whole')
  await writeFile(join(there, 'weights/model.onnx'), 'shorter'.slice(0, 3))
  await first.collect('task-a')
  expect(await readFile(join(output, 'weights/model.onnx'), 'utf8')).toBe('sho')
  expect((await readdir(output)).toSorted()).toEqual(['checkpoint.pt', 'results.csv', 'weights'])
  await first.forget('task-a')
  await expect(stat(there)).rejects.toThrow('ENOENT')
})

test('what lies in the shared folder is used where it is, and nothing outside it is shown', async () => {
  const inside = join(folder, 'shared/datasets/floor')
  await mkdir(inside, { recursive: true })
  const [placed] = await shared().place('task-a', [{ source: inside, target: '/data', readOnly: false }])
  expect(placed?.source).toBe('/mnt/nodes/datasets/floor')
  expect(() => shared().asSeenThere(join(folder, 'shared/../data'))).toThrow('not shared')
  await expect(shared().place('../x', mounts())).rejects.toThrow('not a run')
})
