import { createTestEditor, testBox, type TestEditor } from '@vermilion/canvas/testing/test-editor'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ItemSync } from './item-sync.ts'
import { mergeShapes } from './merge.ts'
import { createStudio, type Studio } from './studio.ts'
import { createClock, createMemoryJournal, createMemoryServer } from './testing/memory.ts'

const one = testBox('one', 100, 100, 80, 60)
const other = testBox('other', 10, 200, 20, 20, 'dog')

let journal: ReturnType<typeof createMemoryJournal>
let server: ReturnType<typeof createMemoryServer>
let clock: ReturnType<typeof createClock>
let stranded: string[]

function startConsole(): Studio {
  clock = createClock()
  stranded = []
  const studio = createStudio({ journal, server, now: clock.now, after: clock.after })
  studio.onStranded((sync) => stranded.push(sync.itemId))
  return studio
}

async function openImage(studio: Studio): Promise<{ sync: ItemSync; driver: TestEditor }> {
  const sync = await studio.open('set', 'image')
  const { shapes, history } = sync.draft()
  const driver = createTestEditor({ shapes, history })
  driver.editor.document.subscribe(() => {
    sync.changed({ shapes: driver.shapes(), history: driver.editor.history.save() })
  })
  return { sync, driver }
}

const stored = (): unknown => server.stored.get('image')?.shapes

beforeEach(() => {
  journal = createMemoryJournal()
  server = createMemoryServer()
  server.replace('image', [one])
})

describe('background saving', () => {
  test('a gesture is in the journal at once and on the server after half a second of rest', async () => {
    const { sync, driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    await clock.pass(0)
    expect(journal.entries.get('image')).toMatchObject({ unsaved: true, shapes: [{ box: { x: 101 } }] })
    expect(server.saves).toBe(0)
    await clock.pass(400)
    driver.key('ArrowRight')
    await clock.pass(499)
    expect([server.saves, sync.state().kind]).toEqual([0, 'unsaved'])
    await clock.pass(1)
    expect([server.saves, sync.state().kind]).toEqual([1, 'saved'])
    expect(stored()).toEqual(driver.shapes())
    expect(server.completed.has('image')).toBe(false)
    expect(journal.entries.get('image')?.unsaved).toBe(false)
  })

  test('a gesture made while a save is under way is saved as well', async () => {
    const { sync, driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    const saving = sync.flush()
    driver.key('ArrowDown')
    expect((await saving).kind).toBe('saved')
    expect(stored()).toEqual(driver.shapes())
  })

  test('what was stored without a value that no label takes is what the server has, and this is told', async () => {
    const { sync } = await openImage(startConsole())
    const described = { ...one, attributes: { surface: 'wet' } }
    sync.changed({ shapes: [described, other], history: { version: 1, past: [], future: [] } })
    expect([(await sync.flush()).kind, sync.left(), sync.draft().shapes]).toEqual(['saved', 1, [described, other]])
    expect(journal.entries.get('image')?.base.shapes).toEqual([{ ...one, attributes: {} }, other])
    sync.changed({ shapes: [one, other], history: { version: 1, past: [], future: [] } })
    expect([(await sync.flush()).kind, sync.left(), stored()]).toEqual(['saved', 0, [one, other]])
  })

  test('R2.26 a completed image is labeled, also where nothing was changed or it holds no shape', async () => {
    server.replace('image', [])
    const { sync } = await openImage(startConsole())
    sync.complete()
    expect((await sync.flush()).kind).toBe('saved')
    expect(server.completed.has('image')).toBe(true)
    expect(server.stored.get('image')?.revision).toBe(2)
  })

  test('an image that was left goes on saving', async () => {
    const studio = startConsole()
    const { sync, driver } = await openImage(studio)
    driver.click(140, 130).key('Delete')
    server.outcomes = ['unreachable', 'unreachable']
    studio.leave(sync)
    await clock.pass(7_000)
    expect(stored()).toEqual([])
  })

  test('opened again while its save is on the way, an image does not conflict with itself', async () => {
    const studio = startConsole()
    const first = await openImage(studio)
    first.driver.click(140, 130).key('ArrowRight')
    studio.leave(first.sync)
    const second = await openImage(studio)
    second.driver.click(140, 130).key('ArrowDown')
    await clock.pass(1_000)
    expect(second.sync.state().kind).toBe('saved')
    expect(stored()).toEqual([testBox('one', 101, 101, 80, 60)])
  })
})

test('R3.05 saves tell how long was worked, without pauses, each second once', async () => {
  const { driver } = await openImage(startConsole())
  await clock.pass(12_000)
  driver.click(140, 130).key('ArrowRight')
  server.outcomes = ['unreachable']
  await clock.pass(500)
  expect(server.seconds).toBe(0)
  await clock.pass(9_500)
  driver.key('ArrowRight')
  await clock.pass(500)
  expect(server.seconds).toBe(22)
  await clock.pass(3_600_000)
  driver.key('ArrowRight')
  await clock.pass(1_000)
  expect(server.seconds).toBe(22 + 60)
})

describe('trouble', () => {
  test('an image has one synchronisation: opening it again ends what the former one was waiting for', async () => {
    const studio = startConsole()
    const { sync, driver } = await openImage(studio)
    server.outcomes = ['unreachable', 'unreachable']
    driver.click(140, 130).key('Delete')
    await clock.pass(500)
    studio.leave(sync)
    await clock.pass(0)
    await openImage(studio)
    await clock.pass(60_000)
    expect(stored()).toEqual([])
    expect(server.saves).toBe(3)
  })

  test('while the server is away the work is kept here and tried again, later and later', async () => {
    const studio = startConsole()
    const { sync, driver } = await openImage(studio)
    server.outcomes = ['unreachable', 'unreachable', 'unreachable']
    driver.click(140, 130).key('Delete')
    await clock.pass(500)
    expect(sync.state().kind).toBe('offline')
    await clock.pass(2_000)
    await clock.pass(3_999)
    expect(server.saves).toBe(2)
    await clock.pass(1)
    expect([server.saves, sync.state().kind]).toEqual([3, 'offline'])
    studio.retry()
    await clock.pass(0)
    expect(sync.state().kind).toBe('saved')
    expect(stored()).toEqual([])
  })

  test('a crash loses nothing: the next start replays the journal, undo included', async () => {
    const { driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight').key('3')
    await clock.pass(0)
    const studio = startConsole()
    expect(await studio.replay()).toEqual({ saved: 1, conflicts: [], waiting: 0 })
    expect(stored()).toEqual([testBox('one', 101, 100, 80, 60, 'cup')])
    const reopened = await openImage(studio)
    expect(reopened.driver.undo().undo().shapes()).toEqual([one])
  })

  test('replaying what had arrived already changes nothing', async () => {
    const { driver } = await openImage(startConsole())
    server.outcomes = ['lost']
    driver.click(140, 130).key('ArrowRight')
    await clock.pass(500)
    const { revision } = server.stored.get('image') ?? {}
    expect(await startConsole().replay()).toMatchObject({ saved: 1 })
    expect(server.stored.get('image')?.revision).toBe(revision)
  })

  test('a save whose answer was lost is known again as one’s own, also after more gestures and a crash', async () => {
    const { driver } = await openImage(startConsole())
    server.outcomes = ['lost']
    driver.click(140, 130).key('ArrowRight')
    await clock.pass(500)
    driver.key('ArrowDown').key('2')
    await clock.pass(0)
    expect(await startConsole().replay()).toMatchObject({ saved: 1 })
    expect(stored()).toEqual([testBox('one', 101, 101, 80, 60, 'dog')])
  })

  test('an expired session keeps the work until somebody has signed in', async () => {
    const { sync, driver } = await openImage(startConsole())
    server.outcomes = ['expired']
    driver.click(140, 130).key('Delete')
    await clock.pass(60_000)
    expect([sync.state().kind, server.saves]).toEqual(['expired', 1])
    expect(await startConsole().replay()).toMatchObject({ saved: 1 })
    expect(stored()).toEqual([])
  })

  test('a browser without room for a journal says so and saves all the same', async () => {
    journal.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const { sync, driver } = await openImage(startConsole())
    driver.click(140, 130).key('Delete')
    await clock.pass(500)
    expect([sync.journalled(), sync.state().kind]).toEqual([false, 'saved'])
    expect(stored()).toEqual([])
  })

  test('a refused save is not repeated, and reported where nobody looks at it any more', async () => {
    const studio = startConsole()
    const { sync, driver } = await openImage(studio)
    server.outcomes = ['refused']
    driver.click(140, 130).key('Delete')
    studio.leave(sync)
    await clock.pass(60_000)
    expect([server.saves, stranded]).toEqual([1, ['image']])
    expect(journal.entries.get('image')?.unsaved).toBe(true)
  })
})

describe('conflicts', () => {
  test('somebody else’s save is never overwritten: both versions are shown, and the merge is saved as one step', async () => {
    const { sync, driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    server.replace('image', [one, other])
    await clock.pass(60_000)
    const state = sync.state()
    if (state.kind !== 'conflict') throw new Error(state.kind)
    expect(stored()).toEqual([one, other])
    const { base, mine, theirs } = state.conflict
    const merge = mergeShapes(base, mine, theirs.shapes)
    expect(merge).toEqual({ shapes: [testBox('one', 101, 100, 80, 60), other], disputed: [] })
    sync.rebase(theirs)
    driver.editor.document.change('merge', (draft) => merge.shapes.forEach((shape) => draft.put(shape)))
    await clock.pass(500)
    expect(sync.state().kind).toBe('saved')
    expect(stored()).toEqual(merge.shapes)
    expect(driver.undo().shapes()).toEqual([testBox('one', 101, 100, 80, 60)])
  })

  test('gestures made while the question stands are kept and wait for the answer', async () => {
    const { sync, driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    server.replace('image', [other])
    await clock.pass(500)
    driver.key('ArrowDown')
    await clock.pass(60_000)
    expect([sync.state().kind, server.saves]).toEqual(['conflict', 1])
    expect(journal.entries.get('image')?.shapes).toEqual([testBox('one', 101, 101, 80, 60)])
  })

  test('a replay leaves a conflict for whoever opens the image', async () => {
    const { driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    await clock.pass(0)
    server.replace('image', [other])
    const studio = startConsole()
    const { conflicts } = await studio.replay()
    expect(conflicts.map(({ itemId }) => itemId)).toEqual(['image'])
    const { sync } = await openImage(studio)
    expect((await sync.flush()).kind).toBe('conflict')
    expect(stored()).toEqual([other])
  })

  test('a history that belongs to other shapes is not taken over', async () => {
    const { driver } = await openImage(startConsole())
    driver.click(140, 130).key('ArrowRight')
    await clock.pass(500)
    server.replace('image', [other])
    const reopened = await openImage(startConsole())
    expect(reopened.sync.draft()).toEqual({ shapes: [other], history: { version: 1, past: [], future: [] } })
    expect(reopened.driver.shapes()).toEqual([other])
    expect(reopened.driver.editor.history.last()).toBeNull()
  })
})

describe('merging by shape', () => {
  const moved = testBox('one', 1, 1, 80, 60)
  const relabeled = testBox('one', 100, 100, 80, 60, 'cup')
  test.each([
    ['only here', [one], [moved], [one], [moved], []],
    ['only there', [one], [one], [relabeled], [relabeled], []],
    ['added on both sides', [], [one], [other], [other, one], []],
    ['deleted here', [one, other], [other], [one, other], [other], []],
    ['deleted there', [one, other], [one, other], [one], [one], []],
    ['changed alike', [one], [moved], [moved], [moved], []],
    ['changed differently', [one], [moved], [relabeled], [moved], ['one']],
    ['changed here, deleted there', [one], [moved], [], [moved], ['one']],
    ['deleted here, changed there', [one], [], [moved], [moved], ['one']],
  ])('%s', (_case, base, mine, theirs, shapes, disputed) => {
    expect(mergeShapes(base, mine, theirs)).toEqual({ shapes, disputed })
  })
})
