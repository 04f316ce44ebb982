import { resourcePages } from '../tools/screens/pages.ts'
import { pageProblems } from './support/screen/accessibility.ts'
import { expect, test } from './support/seeded.ts'

test('R2.34 the tabs of the resource page can be used with assistive technology, in both themes; none loads more than 350 kB of scripts and styles where it is opened first', async ({
  context,
  seeded,
}) => {
  expect(await pageProblems(context, seeded, resourcePages)).toEqual({ violations: [], tooLarge: [] })
})
