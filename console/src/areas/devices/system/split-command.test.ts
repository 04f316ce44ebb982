import { expect, test } from 'vitest'
import { splitCommand } from './split-command.ts'

test('R2.20 a program is named without its folders, and its arguments stay as they are', () => {
  const split = (command: string) => Object.values(splitCommand(command))
  expect(split('/opt/robot/bin/camera --device /dev/video0')).toEqual(['camera', ' --device /dev/video0'])
  expect(split('./run.sh')).toEqual(['run.sh', ''])
  expect(split('sshd: robot@pts/0')).toEqual(['sshd:', ' robot@pts/0'])
  expect(split('-bash')).toEqual(['-bash', ''])
  expect(split('[kworker/0:1-events]')).toEqual(['[kworker/0:1-events]', ''])
  expect(split('/srv/')).toEqual(['/srv/', ''])
  expect(split('')).toEqual(['', ''])
})
