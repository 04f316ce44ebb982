import { pages } from '../tools/screens/pages.ts'
import { pageProblems } from './support/screen/accessibility.ts'
import { expect, test } from './support/seeded.ts'

/** A page for each pattern: form alone, overview, list, table, gallery, drawer, report, canvas, charts, settings, cards. */
const patternPages = [
  'login',
  'welcome',
  'spaces',
  'files-table',
  'space-form',
  'images',
  'dataset-report',
  'studio',
  'training-metrics',
  'inference',
  'settings-services',
  'devices',
]

test('a page of each pattern can be used with assistive technology, in both themes, and is within its weight where it is opened first', async ({
  context,
  seeded,
}) => {
  const selected = pages.filter(({ name }) => patternPages.includes(name))
  expect(selected).toHaveLength(patternPages.length)
  expect(await pageProblems(context, seeded, selected)).toEqual({ violations: [], tooLarge: [] })
})
