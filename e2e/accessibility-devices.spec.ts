import { devicePages } from '../tools/screens/pages.ts'
import { accessibilityProblems } from './support/screen/accessibility.ts'
import { expect, test } from './support/seeded.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('every page of devices, and what opens on it, can be used with assistive technology, in both themes', async ({
  context,
  seeded,
}) => {
  expect(await accessibilityProblems(context, seeded, devicePages)).toEqual([])
})
