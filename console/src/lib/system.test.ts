import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})

beforeEach(() => {
  stored.clear()
  vi.resetModules()
})

async function opened(value?: string) {
  if (value !== undefined) stored.set('system', value)
  return (await import('./system.ts')).useSystem
}

test('R3.13 R9.04 without anything stored the theme is light and the language zh-CN', async () => {
  const { theme, lang, start, pageSize } = (await opened()).getState()
  expect({ theme, lang, start, pageSize }).toEqual({ theme: 'light', lang: 'zh-CN', start: '/welcome', pageSize: 50 })
  const saved = JSON.parse(stored.get('system') ?? '') as { state: object }
  expect(saved.state).toMatchObject({ theme: 'light', lang: 'zh-CN' })
})

test('R3.13 R3.15 R4.11 wishes are kept under `system`, theme and language under their own names', async () => {
  const system = await opened()
  system.getState().change({ theme: 'dark', lang: 'en-US', pageSize: 100 })
  const saved = JSON.parse(stored.get('system') ?? '') as { state: object }
  expect(saved.state).toMatchObject({ theme: 'dark', lang: 'en-US', pageSize: 100 })
  vi.resetModules()
  expect((await opened()).getState()).toMatchObject({ theme: 'dark', lang: 'en-US', pageSize: 100 })
})

test.each(['{"state":{"theme":', 'null', '5', '[]', '"dark"', '{}', '{"state":"dark","version":0}'])(
  'R3.13 what is stored may be nonsense: %s',
  async (value) => {
    expect((await opened(value)).getState()).toMatchObject({ theme: 'light', lang: 'zh-CN', density: 'comfortable' })
  },
)

test('R3.13 an unknown value falls back alone; a later version of the store is read as far as it is known', async () => {
  const state = { theme: 'sepia', lang: 'en-US', pageSize: 37, density: 'compact', start: 'https://elsewhere' }
  const system = await opened(JSON.stringify({ state, version: 3 }))
  expect(system.getState()).toMatchObject({
    theme: 'light',
    lang: 'en-US',
    pageSize: 50,
    density: 'compact',
    start: '/welcome',
  })
})

test('the first steps are of one account; those that an earlier console kept without one are left', async () => {
  const system = await opened('{"state":{"lang":"en-US","firstSteps":"dataset"},"version":0}')
  expect(system.getState()).toMatchObject({ lang: 'en-US', firstSteps: null })
  const firstSteps = { accountId: 'account', datasetId: 'dataset' }
  system.getState().change({ firstSteps })
  vi.resetModules()
  expect((await opened()).getState().firstSteps).toEqual(firstSteps)
})

test('how the studio was left is kept part by part, and nonsense in one part leaves the others', async () => {
  const system = await opened()
  system.getState().changeStudio({ keymap: { preset: 'letters', keys: { undo: ['u'] } } })
  system.getState().changeStudio({ minimap: false })
  vi.resetModules()
  expect((await opened()).getState().studio).toMatchObject({
    keymap: { preset: 'letters', keys: { undo: ['u'] } },
    minimap: false,
    advance: true,
  })
  vi.resetModules()
  const state = { studio: { keymap: { preset: 'feet' }, tools: { brushSize: 40 }, minimap: false } }
  expect((await opened(JSON.stringify({ state, version: 0 }))).getState().studio).toEqual({
    keymap: { preset: 'arrows', keys: {} },
    tools: { brushSize: 40 },
    advance: true,
    minimap: false,
    filmStrip: true,
  })
})
