import { commands } from '@vermilion/canvas/editor/commands/commands'
import { combinationOf, type KeyInput } from '@vermilion/canvas/editor/input'
import { createTestEditor, testBox } from '@vermilion/canvas/testing/test-editor'
import { expect, test } from 'vitest'
import { pageCommands } from '#ui/keyboard/studio-commands.ts'
import { runPageCommand, type StudioActions } from './page-commands.ts'

function press(driver: ReturnType<typeof createTestEditor>, key: string, more: Partial<KeyInput> = {}): string {
  const input: KeyInput = { type: 'key-down', key, repeat: false, ctrl: false, shift: false, alt: false, ...more }
  if (driver.editor.dispatch(input)) return 'canvas'
  let done = 'nothing'
  const record = (id: string) => () => void (done = id)
  const ids = ['next', 'previous', 'save', 'copyPrevious', 'help'] as const
  const actions = Object.fromEntries(ids.map((id) => [id, record(id)])) as unknown as StudioActions
  runPageCommand({ combination: combinationOf(input), repeat: input.repeat }, driver.editor.keymap(), actions)
  return done
}

test('R2.36 arrows go to the previous and next image, and nudge while something is selected', () => {
  const driver = createTestEditor({ shapes: [testBox('one', 100, 100, 80, 60)] })
  expect([press(driver, 'ArrowLeft'), press(driver, 'ArrowRight')]).toEqual(['previous', 'next'])
  driver.click(140, 130)
  expect([press(driver, 'ArrowLeft'), driver.editor.tools.busy()]).toEqual(['canvas', true])
})

test('R2.36 A, D, PageUp and PageDown always change the image', () => {
  const driver = createTestEditor({ shapes: [testBox('one', 100, 100, 80, 60)] }).click(140, 130)
  expect(['a', 'PageUp', 'd', 'PageDown'].map((key) => press(driver, key))).toEqual([
    'previous',
    'previous',
    'next',
    'next',
  ])
})

test('Ctrl+S saves once however long it is held', () => {
  const driver = createTestEditor()
  expect(press(driver, 's', { ctrl: true })).toBe('save')
  expect(press(driver, 's', { ctrl: true, repeat: true })).toBe('nothing')
})

test('no key of the page is taken by a command of the canvas', () => {
  const usedKeys = new Set<string>(commands.flatMap(({ keys }) => keys))
  expect(pageCommands.flatMap(({ keys }) => keys).filter((key) => usedKeys.has(key))).toEqual([])
})
