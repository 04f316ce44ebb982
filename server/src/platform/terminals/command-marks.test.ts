import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeMarkedShell, commandMarks } from './command-marks.ts'
import { openShell, pathOf } from './testing/shells.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-marks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const programs = { bash: 'bash', dash: 'dash', ash: 'busybox' } as const

test.for(Object.entries(programs))(
  'R1.09 %s marks its prompts and exit status, and an empty line changes nothing',
  async ([name, program], { skip }) => {
    const path = pathOf(program)
    if (path === undefined) return skip(`${program} is not installed here`)
    const sh = join(folder, name)
    await symlink(path, sh)
    const argv = name === 'bash' ? ([path, '--norc'] as const) : (['/bin/sh', '-c', becomeMarkedShell, sh] as const)
    const environment = { ...commandMarks, HOME: folder, ENV: '' }
    const shell = openShell({ argv: [...argv], environment, folder })
    const endOf = (status: number) => new RegExp(String.raw`133;D;${status}\x07[^]*133;A`)
    try {
      await shell.shows(/133;A/)
      for (const [command, status] of [
        ['false', 1],
        ['true', 0],
        ['(exit 42)', 42],
        ['no-such-program', 127],
      ]) {
        shell.type(String(command))
        await shell.shows(endOf(Number(status)))
      }
      shell.type('')
      await shell.shows(endOf(127))
      expect(shell.text()).not.toMatch(/D;\$\?|\\\[|\\\]/)
    } finally {
      shell.end()
    }
  },
)
