import { createTestEditor, testBox } from '@vermilion/canvas/testing/test-editor'
import { expect, test } from 'vitest'
import { sendWhenSaved } from './send-when-saved.ts'
import { createStudio } from './studio.ts'
import { createClock, createMemoryJournal, createMemoryServer } from './testing/memory.ts'

const one = testBox('one', 100, 100, 80, 60)

async function openImage() {
  const server = createMemoryServer()
  server.replace('image', [one])
  const { now, after } = createClock()
  const studio = createStudio({ journal: createMemoryJournal(), server, now, after })
  const sync = await studio.open('set', 'image')
  const driver = createTestEditor({ shapes: sync.draft().shapes })
  driver.editor.document.subscribe(() => {
    sync.changed({ shapes: driver.shapes(), history: driver.editor.history.save() })
  })
  let sent = 0
  const send = () => sendWhenSaved({ editor: driver.editor, sync }, () => Promise.resolve((sent += 1)))
  return { server, driver, send, sent: () => sent }
}

test('R2.36 an image is judged as it is drawn: what is still in the hand is saved first', async () => {
  const { server, driver, send, sent } = await openImage()
  driver.click(140, 130)
  const press = { key: 'ArrowRight', repeat: false, shift: false, ctrl: false, alt: false }
  driver.editor.dispatch({ type: 'key-down', ...press })
  expect(driver.editor.tools.busy()).toBe(true)
  expect(await send()).toBe(true)
  expect(sent()).toBe(1)
  expect(server.stored.get('image')?.shapes).toEqual(driver.shapes())
  expect(server.stored.get('image')?.shapes).not.toEqual([one])
})

test.each(['refused', 'unreachable', 'expired'] as const)(
  'R2.36 an image whose work is %s is not judged until it is saved',
  async (outcome) => {
    const { server, driver, send, sent } = await openImage()
    server.outcomes.push(outcome)
    driver.click(140, 130).key('ArrowRight')
    expect([await send(), sent()]).toEqual([false, 0])
    expect([await send(), sent()]).toEqual([true, 1])
  },
)

test('R2.36 an image that somebody else has changed meanwhile is not judged', async () => {
  const { server, driver, send, sent } = await openImage()
  server.replace('image', [testBox('theirs', 10, 10, 30, 30)])
  driver.click(140, 130).key('ArrowRight')
  expect([await send(), sent()]).toEqual([false, 0])
})
