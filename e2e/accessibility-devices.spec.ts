import { sshDaemonProblem } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { devicePages } from '../tools/screens/pages.ts'
import { pageProblems } from './support/screen/accessibility.ts'
import { expect, test } from './support/seeded.ts'

test.skip(sshDaemonProblem() !== undefined, sshDaemonProblem())

test('every page of devices, and what opens on it, can be used with assistive technology, in both themes; none loads more scripts and styles than it may where it is opened first', async ({
  context,
  seeded,
}) => {
  expect(await pageProblems(context, seeded, devicePages)).toEqual({ violations: [], tooLarge: [] })
})
