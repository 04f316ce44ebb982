import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dataPages, settingsPages } from '../tools/screens/pages.ts'
import { pseudoLocaleProblems, test } from './support/screen/pseudo-locale.ts'
import { expect } from './support/seeded.ts'

test('R1.10 pages of data and of the settings: in a language two fifths longer nothing is untranslated, or clipped at 1280×800 and 1920×1080', async ({
  browser,
  seeded,
  pseudoConsole: address,
}) => {
  expect(await pseudoLocaleProblems([...dataPages, ...settingsPages], { browser, seeded, address })).toEqual([])
})

test('the console that users get holds nothing of the language for tests', async () => {
  const folder = fileURLToPath(new URL('../console/dist/assets/', import.meta.url))
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  for (const file of scripts) expect(await readFile(folder + file, 'utf8'), file).not.toContain('⟦')
})
