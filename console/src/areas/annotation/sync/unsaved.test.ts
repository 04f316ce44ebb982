import { testBox } from '@vermilion/canvas/testing/test-editor'
import { expect, test } from 'vitest'
import { createStudio } from './studio.ts'
import { createClock, createMemoryJournal, createMemoryServer } from './testing/memory.ts'

test('R2.25 the shapes of an image are known here until the server has them', async () => {
  const [one, two] = [testBox('one', 10, 10, 80, 60), testBox('two', 10, 200, 20, 20)]
  const [server, clock] = [createMemoryServer(), createClock()]
  server.replace('image', [one])
  const studio = createStudio({ journal: createMemoryJournal(), server, now: clock.now, after: clock.after })
  const sync = await studio.open('set', 'image')
  expect(await studio.unsaved('image')).toBeNull()
  sync.changed({ shapes: [one, two], history: { version: 1, past: [], future: [] } })
  await clock.pass(0)
  expect(await studio.unsaved('image')).toEqual([one, two])
  await sync.flush()
  await clock.pass(0)
  expect(await studio.unsaved('image')).toBeNull()
})
