import { dataPages } from '../tools/screens/pages.ts'
import { pagesTooLarge } from './support/screen/sizes.ts'
import { expect, test } from './support/seeded.ts'

test('a first page of data is light: /login loads at most 220 kB of scripts and styles, any other at most 350 kB', async ({
  browser,
  seeded,
}) => {
  expect(await pagesTooLarge(browser, seeded, dataPages)).toEqual([])
})
