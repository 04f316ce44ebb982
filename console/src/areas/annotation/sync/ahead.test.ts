import { testBox } from '@vermilion/canvas/testing/test-editor'
import { beforeEach, expect, test } from 'vitest'
import { createStudio } from './studio.ts'
import { createClock, createMemoryJournal, createMemoryServer } from './testing/memory.ts'

const one = testBox('one', 100, 100, 80, 60)
const other = testBox('other', 10, 200, 20, 20, 'dog')

let server: ReturnType<typeof createMemoryServer>
let startConsole: () => ReturnType<typeof createStudio>

beforeEach(() => {
  const journal = createMemoryJournal()
  const { now, after } = createClock()
  server = createMemoryServer()
  server.replace('image', [one])
  startConsole = () => createStudio({ journal, server, now, after })
})

const shapesOf = async (studio: ReturnType<typeof createStudio>, revision?: number) =>
  (await studio.open('set', 'image', revision)).draft().shapes

test('labels that were fetched ahead open an image, once', async () => {
  const studio = startConsole()
  void studio.prepare('image')
  server.replace('image', [one, other])
  expect(await shapesOf(studio)).toEqual([one])
  expect(await shapesOf(studio)).toEqual([one, other])
})

test('what was fetched ahead may be older than what jobs have written: the image is asked for anew, behind it', async () => {
  const studio = startConsole()
  await shapesOf(studio)
  expect(server.invalidated).toEqual([])
  void studio.prepare('image')
  await shapesOf(studio)
  expect(server.invalidated).toEqual(['image'])
})

test('labels fetched ahead serve also where those of the next image are asked for while an image opens', async () => {
  const studio = startConsole()
  void studio.prepare('image')
  const opening = studio.open('set', 'image')
  void studio.prepare('next')
  await opening
  await studio.open('set', 'next')
  expect(server.loads).toEqual(['image', 'next'])
})

test('not where something newer is known of, or this browser has saved something since', async () => {
  const studio = startConsole()
  void studio.prepare('image')
  server.replace('image', [other])
  expect(await shapesOf(studio, 2)).toEqual([other])

  void studio.prepare('image')
  const elsewhere = await startConsole().open('set', 'image')
  elsewhere.changed({ shapes: [one, other], history: { version: 1, past: [], future: [] } })
  await elsewhere.flush()
  expect(await shapesOf(studio)).toEqual([one, other])
})

test('not those of another image', async () => {
  const studio = startConsole()
  server.replace('other image', [other])
  void studio.prepare('other image')
  expect(await shapesOf(studio)).toEqual([one])
})
