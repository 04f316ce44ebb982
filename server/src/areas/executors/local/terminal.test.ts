import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localTerminals } from './terminal.ts'

test('R4.02 a terminal whose command has ended can be resized and written to, also before its end is told', async ({
  skip,
}) => {
  const start = localTerminals()
  if (start === undefined) return skip('this system has no part for terminals')
  const folder = tmpdir()
  const order = { columns: 80, rows: 24, argv: ['/bin/sh', '-c', 'exit 3'] } as const
  const terminal = start(order, { workingFolder: folder, environment: { PATH: '/usr/bin:/bin' }, folder })
  let end: { code: number } | undefined
  void terminal.exit.then((exit) => (end = exit))
  // Resize in every turn: the pty closes some turns before its exit event.
  for (let turn = 0; end === undefined; turn += 1) {
    terminal.resize(80 + (turn % 2), 24)
    terminal.write('\n')
    await nextTurn()
  }
  terminal.resize(80, 24)
  expect(end).toMatchObject({ code: 3 })
})
