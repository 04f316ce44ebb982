import { sshDaemonProblem } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { devicePages, rolloutPages } from '../tools/screens/pages.ts'
import { pseudoLocaleProblems, test } from './support/screen/pseudo-locale.ts'
import { expect } from './support/seeded.ts'

test.skip(sshDaemonProblem() !== undefined, sshDaemonProblem())

test('R1.10 pages of devices: in a language two fifths longer nothing is untranslated, or clipped at 1280×800 and 1920×1080', async ({
  browser,
  seeded,
  pseudoConsole: address,
}) => {
  expect(await pseudoLocaleProblems([...devicePages, ...rolloutPages], { browser, seeded, address })).toEqual([])
})
