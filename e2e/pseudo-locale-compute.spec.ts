import { sshDaemonProblem } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { computePages } from '../tools/screens/pages.ts'
import { pseudoLocaleProblems, test } from './support/screen/pseudo-locale.ts'
import { expect } from './support/seeded.ts'

test.skip(sshDaemonProblem() !== undefined, sshDaemonProblem())

test('R1.10 pages of what is computed: in a language two fifths longer nothing is untranslated, or clipped at 1280×800 and 1920×1080', async ({
  browser,
  seeded,
  pseudoConsole: address,
}) => {
  expect(await pseudoLocaleProblems(computePages, { browser, seeded, address })).toEqual([])
})
