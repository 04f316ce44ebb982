import { devicePages } from '../tools/screens/pages.ts'
import { pagesTooLarge } from './support/screen/sizes.ts'
import { expect, test } from './support/seeded.ts'

test('a first page of devices is light: at most 350 kB of scripts and styles', async ({ browser, seeded }) => {
  expect(await pagesTooLarge(browser, seeded, devicePages)).toEqual([])
})
